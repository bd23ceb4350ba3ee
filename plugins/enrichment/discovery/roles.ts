/** Local parts that stand for a function instead of a person: those of RFC 2142, and others that companies use. */
const roles = new Set(
  `abuse accounting accounts admin administrator ads affiliates all-staff alumni anfrage apply archive ask
  assistance bestellung bewerbung billing board booking bookings bounce buchhaltung buero business campaigns career
  careers ceo-office contact contacto contactus contato contatti comercial commercial compliance compras
  comunicacion content copyright custserv customer-service customercare customers customerservice data datenschutz
  design dev developers devnull devops dns donations editor einkauf email enquiries enquiry events everyone facturacion
  faq feedback finance francais ftp general geschaeftsfuehrung gdpr group hallo hello help helpdesk hey hi hola
  home hospitality host hostmaster hr human-resources imprint inbox info infos information inoc inquiries inquiry
  internet invoice invoices investor investors ir it jobs karriere kontakt kundenservice legal list list-request
  listserv login mail mailbox mailer-daemon mailing maintenance management marketing media moderator news newsletter
  no-reply nobody noc noreply office oficina operations order orders partner partners payment payments personal
  postmaster presse press prensa privacy purchasing rechnung reception recruit recruiting recruitment recursos-humanos
  redaktion registrar remove request research reservas reservation reservations returns root rrhh rsvp sales secretary
  security service services shop sicherheit social soporte spam staff status store studio submit subscribe subscriptions
  suggestions supplies support survey sysadmin system systems team tech techsupport tickets trouble undisclosed-recipients
  unsubscribe usenet uucp vendas ventas vertrieb verwaltung video web webadmin webmaster website welcome
  wholesale willkommen www`.split(/\s+/),
)

/** Whether an address stands for a function instead of a person, ignoring a suffix after `+`. */
export const isRole = (local: string): boolean => roles.has(local.toLowerCase().replace(/\+.*$/s, ''))
