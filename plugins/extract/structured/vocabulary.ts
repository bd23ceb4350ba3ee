import { keyOf, numbersOf } from './words.ts'

/** A concept that schemas ask for under many names, and pages state under others. */
export interface Concept {
  /** Its names in schemas and labels. */
  names: readonly string[]
  /** Where things of schema.org have it, best first. */
  paths: readonly (readonly string[])[]
  /** Its fields in page metadata, such as `og.title` or, for Open Graph, `og:price:amount`. */
  page: readonly string[]
  /** Whether it identifies the thing rather than describing it: then it is never taken from an enclosing thing. */
  isIdentity: boolean
}

const concept = (names: string, paths: string, page = '', isIdentity = false): Concept => ({
  names: names.split(', ').map(keyOf),
  paths: paths
    .split(' ')
    .filter(Boolean)
    .map((path) => path.split('.')),
  page: page.split(' ').filter(Boolean),
  isIdentity,
})

/** Where things with an address have it. */
const inAddress = (part: string) =>
  ['', 'address.', 'location.address.', 'jobLocation.address.', 'location.', 'contactPoint.']
    .map((where) => where + part)
    .join(' ')
const inNutrition = (part: string) => `nutrition.${part}Content ${part}Content`

/** Names in English, and on labels in common other languages; names and properties of schema.org. */
const CONCEPTS: readonly Concept[] = [
  concept(
    'name, title, headline, heading, full name, label',
    'name headline title legalName',
    'headline og.title title',
    true,
  ),
  concept(
    'description, summary, abstract, about, overview, teaser, excerpt, short description, meta description, beschreibung',
    'description abstract disambiguatingDescription reviewBody text',
    'description og.description',
    true,
  ),
  concept(
    'text, content, body, article body, full text, review body',
    'articleBody text reviewBody description',
    '',
    true,
  ),
  concept(
    'url, link, permalink, canonical url, page url, href, website, homepage, web site, web page',
    'url mainEntityOfPage item',
    'canonical og.url',
    true,
  ),
  concept(
    'image, photo, picture, thumbnail, image url, main image, cover, poster, cover image, photo url, picture url, thumbnail url',
    'image photo thumbnailUrl thumbnail primaryImageOfPage hasVariant.image',
    'og.image social.image',
    true,
  ),
  concept('logo, logo url', 'logo publisher.logo'),
  concept(
    'price, cost, amount, current price, sale price, unit price, selling price, low price, lowest price, ticket price, min price, preis, prix, precio, prezzo, prijs, pris, cena, preco, cijena, fiyat, fiyatı, hinta, τιμή, цена, стоимость, ціна, 価格, 販売価格, 値段, 价格, 價格, 售价, 售價, 가격, 판매가, السعر, سعر, מחיר, ราคา, कीमत, मूल्य',
    'offers.price offers.lowPrice offers.priceSpecification.price offers.offers.price price lowPrice hasVariant.offers.price priceSpecification.price hasVariant.offers.lowPrice hasVariant.offers.priceSpecification.price',
    'product:price:amount og:price:amount product:sale_price:amount',
  ),
  concept('high price, max price, highest price', 'offers.highPrice highPrice'),
  concept(
    'currency, price currency, currency code, wahrung, devise, moneda, moeda, valuta, waluta, para birimi, валюта, νόμισμα, 通貨, 币种, 통화, العملة, מטבע, สกุลเงิน',
    'offers.priceCurrency offers.priceSpecification.priceCurrency offers.offers.priceCurrency priceCurrency hasVariant.offers.priceCurrency hasVariant.offers.priceSpecification.priceCurrency baseSalary.currency currency',
    'product:price:currency og:price:currency',
  ),
  concept('salary currency', 'baseSalary.currency estimatedSalary.currency salaryCurrency'),
  concept('offers, offer, prices, tickets, ticket types, ticket prices', 'offers makesOffer'),
  concept('variants, variant, product variants, variations, options', 'hasVariant'),
  concept(
    'brand, make, marke, marque, marca, brand name, merk, marka, značka, марка, бренд, μάρκα, ブランド, 品牌, 브랜드, العلامة التجارية, الماركة, מותג, ยี่ห้อ, แบรนด์, ब्रांड',
    'brand manufacturer',
    'product:brand og:brand',
  ),
  concept(
    'manufacturer, maker, hersteller, fabricant, fabricante, fabrikant, producent, výrobce, üretici, produttore, производитель, виробник, κατασκευαστής, メーカー, 製造元, 制造商, 製造商, 제조사, الشركة المصنعة, יצרן, ผู้ผลิต, निर्माता',
    'manufacturer brand',
  ),
  concept(
    'sku, article number, product id, product number, item number, item no, product code, artikelnummer, reference, kod produktu, codigo, código do produto, codice prodotto, ürün kodu, артикул, код товара, κωδικός προϊόντος, 商品コード, 商品番号, 品番, 商品编号, 商品編號, 货号, 상품코드, 상품번호, رمز المنتج, מק"ט, รหัสสินค้า',
    'sku productID offers.sku mpn',
    'product:retailer_item_id',
  ),
  concept('mpn, part number, manufacturer part number', 'mpn'),
  concept('gtin, ean, upc, barcode, gtin13', 'gtin13 gtin gtin12 gtin14 gtin8 offers.gtin13 offers.gtin'),
  concept('isbn, isbn13', 'isbn workExample.isbn', 'book:isbn'),
  concept(
    'model, model name, model number, modell, modele, modelo, modello, модель, μοντέλο, 型番, モデル, 型号, 型號, 모델명, الموديل, דגם, รุ่น, मॉडल',
    'model',
  ),
  concept(
    'availability, in stock, stock, available, is available, stock status, is in stock, verfugbarkeit, disponibilite, disponibilidad, verfugbar, disponibilidade, disponibilita, dostępność, dostupnost, stok durumu, наличие, наявність, διαθεσιμότητα, 在庫, 在庫状況, 库存, 庫存, 재고, التوفر, זמינות, สถานะสินค้า',
    'offers.availability offers.offers.availability availability hasVariant.offers.availability',
    'product:availability og:availability',
  ),
  concept('condition, item condition, zustand', 'offers.itemCondition itemCondition', 'product:condition'),
  concept(
    'color, colour, farbe, couleur, kleur, cor, colore, kolor, barva, renk, farve, färg, väri, цвет, колір, χρώμα, 色, カラー, 颜色, 顏色, 색상, اللون, צבע, สี, रंग',
    'color',
  ),
  concept(
    'size, grosse, taille, tamanho, talla, taglia, rozmiar, velikost, beden, storlek, размер, розмір, μέγεθος, サイズ, 尺寸, 尺码, 크기, 사이즈, المقاس, الحجم, מידה, ขนาด, आकार',
    'size',
  ),
  concept(
    'weight, gewicht, poids, peso, waga, hmotnost, ağırlık, vikt, vægt, paino, вес, вага, βάρος, 重量, 重さ, 무게, 중량, الوزن, משקל, น้ำหนัก, वजन',
    'weight',
  ),
  concept('height, hohe, hauteur', 'height'),
  concept('width, breite, largeur', 'width'),
  concept('depth, tiefe, profondeur', 'depth'),
  concept(
    'material, werkstoff, matiere, materiale, materiał, malzeme, материал, матеріал, υλικό, 素材, 材質, 材质, 소재, 재질, المادة, חומר, วัสดุ, सामग्री',
    'material',
  ),
  concept(
    'category, product category, section, topic, kategorie',
    'category articleSection genre recipeCategory industry',
    'article.section product:category',
  ),
  concept('genre', 'genre'),
  concept(
    'rating, average rating, rating value, stars, score, review score, bewertung, note',
    'aggregateRating.ratingValue ratingValue reviewRating.ratingValue starRating.ratingValue',
  ),
  concept(
    'review count, reviews count, number of reviews, rating count, ratings count, number of ratings, num reviews, total reviews',
    'aggregateRating.reviewCount aggregateRating.ratingCount reviewCount ratingCount',
  ),
  concept('best rating, max rating', 'aggregateRating.bestRating reviewRating.bestRating bestRating'),
  concept('reviews, review, customer reviews', 'review reviews'),
  concept('seller, shop, merchant, store, sold by, vendor', 'offers.seller seller'),
  concept(
    'author, authors, writer, byline, creator, written by, posted by, autor, auteur, autore, reviewer, author name, yazar, автор, συγγραφέας, 著者, 作者, 저자, 글쓴이, المؤلف, الكاتب, מחבר, ผู้เขียน, ผู้แต่ง, लेखक',
    'author creator',
    'author',
  ),
  concept(
    'date, published, publish date, date published, publication date, published date, published at, posted, posted on, date posted, published on, created at, veroffentlicht, datum, data, fecha, date de publication, data publikacji, data de publicação, yayın tarihi, дата, дата публикации, ημερομηνία, 公開日, 掲載日, 日付, 发布时间, 发布日期, 發布日期, 日期, 작성일, 등록일, التاريخ, تاريخ النشر, תאריך, วันที่, दिनांक',
    'datePublished datePosted startDate uploadDate dateCreated releaseDate',
    'article.publishedTime date',
  ),
  concept(
    'modified, updated, last updated, date modified, updated at, last modified, modified date',
    'dateModified',
    'article.modifiedTime',
  ),
  concept(
    'publisher, source, site name, publication, herausgeber, verlag, editeur, editorial, editora, editore, wydawnictwo, yayınevi, издательство, εκδότης, 出版社, 出版者, 출판사, الناشر, הוצאה, สำนักพิมพ์, प्रकाशक',
    'publisher',
    'publisher og.siteName',
  ),
  concept('language, lang, sprache', 'inLanguage', 'language'),
  concept('keywords, tags, topics, schlagworte', 'keywords about', 'article.tags keywords'),
  concept(
    'comment count, comments count, number of comments',
    'commentCount interactionStatistic.userInteractionCount',
  ),
  concept(
    'ingredients, ingredient, recipe ingredients, ingredient list, zutaten, ingredientes, ingredienti',
    'recipeIngredient ingredients',
  ),
  concept(
    'instructions, steps, directions, method, recipe instructions, preparation, preparation steps, zubereitung, instrucciones, preparazione',
    'recipeInstructions step steps',
  ),
  concept('prep, prep time, preparation time, vorbereitungszeit', 'prepTime'),
  concept('cook, cook time, cooking time, bake time, kochzeit, backzeit', 'cookTime performTime'),
  concept('total time, time, ready in, gesamtzeit, time required', 'totalTime timeRequired duration'),
  concept('duration, runtime, length, running time, dauer', 'duration totalTime timeRequired'),
  concept(
    'servings, serves, yield, recipe yield, yields, portions, portionen, number of servings',
    'recipeYield yield',
  ),
  concept('cuisine, recipe cuisine, kuche', 'recipeCuisine servesCuisine'),
  concept('calories, energy, kcal, kalorien', 'nutrition.calories calories'),
  concept('protein', inNutrition('protein')),
  concept('fat, fat content', inNutrition('fat')),
  concept('carbs, carbohydrates', inNutrition('carbohydrate')),
  concept('sugar', inNutrition('sugar')),
  concept('fiber, fibre', inNutrition('fiber')),
  concept('sodium', inNutrition('sodium')),
  concept('start date, start, starts, starts at, start time, begins, beginn, when, event date', 'startDate'),
  concept('end date, end, ends, ends at, end time, ende', 'endDate'),
  concept('doors, door time, doors open, einlass', 'doorTime'),
  concept(
    'location, venue, place, where, job location, ort, lieu, lugar, veranstaltungsort, luogo, local, miejsce, yer, место, місце, τοποθεσία, 会場, 開催場所, 場所, 地点, 地點, 장소, المكان, מיקום, สถานที่, स्थान',
    'location jobLocation contentLocation address areaServed',
  ),
  concept(
    'address, full address, postal address, adresse, direccion, anschrift, indirizzo, endereço, adres, adresa, osoite, adress, адрес, адреса, διεύθυνση, 住所, 所在地, 地址, 주소, العنوان, כתובת, ที่อยู่, पता',
    'address location.address jobLocation.address',
  ),
  concept('street, street address, strasse, address line', inAddress('streetAddress')),
  concept('city, town, locality, address locality, stadt, ville, ciudad', inAddress('addressLocality')),
  concept('region, state, province, address region, bundesland', inAddress('addressRegion')),
  concept('postal code, zip, zip code, postcode, plz, code postal', inAddress('postalCode')),
  concept('country, address country, country code, land, pays, pais', inAddress('addressCountry')),
  concept('latitude, lat', 'geo.latitude location.geo.latitude latitude'),
  concept('longitude, lng, lon, long', 'geo.longitude location.geo.longitude longitude'),
  concept('organizer, organiser, host, hosted by, presented by, veranstalter', 'organizer'),
  concept('performer, performers, artist, artists, lineup, speakers, speaker, band', 'performer performers byArtist'),
  concept('event status, status', 'eventStatus'),
  concept('ticket url, ticket link', 'offers.url'),
  concept(
    'company, employer, hiring organization, organization, organisation, company name, employer name, arbeitgeber, firma, entreprise, empresa, azienda, şirket, компания, работодатель, компанія, εταιρεία, 会社名, 企業名, 公司, 公司名称, 회사명, الشركة, חברה, บริษัท, कंपनी',
    'hiringOrganization worksFor employer provider',
  ),
  concept(
    'salary, base salary, pay, compensation, wage, gehalt, salaire, salario, stipendio, wynagrodzenie, maaş, зарплата, заработная плата, μισθός, 給与, 月給, 年収, 薪资, 工资, 급여, 연봉, الراتب, שכר, เงินเดือน, वेतन',
    'baseSalary.value.value baseSalary.value baseSalary.minValue baseSalary estimatedSalary.median estimatedSalary',
  ),
  concept('min salary, salary min, minimum salary, salary from', 'baseSalary.value.minValue baseSalary.minValue'),
  concept('max salary, salary max, maximum salary, salary to', 'baseSalary.value.maxValue baseSalary.maxValue'),
  concept('salary unit, salary period, pay period', 'baseSalary.value.unitText baseSalary.unitText'),
  concept(
    'employment type, job type, contract, contract type, type of employment, beschaftigungsart',
    'employmentType',
  ),
  concept(
    'valid through, deadline, apply by, closing date, expires, application deadline, expiry date',
    'validThrough expires offers.priceValidUntil',
  ),
  concept('remote, is remote, remote work, work from home', 'jobLocationType'),
  concept('qualifications, requirements', 'qualifications educationRequirements experienceRequirements'),
  concept('responsibilities, duties, tasks', 'responsibilities'),
  concept('benefits, job benefits, perks', 'jobBenefits incentiveCompensation'),
  concept(
    'telephone, phone, phone number, tel, telefon, telefono, contact phone, contact number, téléphone, telefone, telefoon, puhelin, телефон, τηλέφωνο, 電話, 電話番号, 电话, 联系电话, 聯絡電話, 전화, 전화번호, الهاتف, هاتف, טלפון, โทรศัพท์, โทร, फ़ोन',
    'telephone contactPoint.telephone location.telephone',
  ),
  concept(
    'fax, fax number, факс, φαξ, ファックス, 传真, 傳真, 팩스, فاكس, פקס, โทรสาร',
    'faxNumber contactPoint.faxNumber',
  ),
  concept(
    'email, mail, email address, contact email, courriel, correo electrónico, e posta, почта, эл почта, メール, メールアドレス, 邮箱, 电子邮箱, 電子郵件, 이메일, البريد الإلكتروني, אימייל, דוא״ל, อีเมล, ईमेल',
    'email contactPoint.email',
  ),
  concept(
    'opening hours, hours, business hours, offnungszeiten, horaires, horario, horário, horário de funcionamento, orari, orari di apertura, openingstijden, godziny otwarcia, otevírací doba, çalışma saatleri, часы работы, режим работы, время работы, графік роботи, ώρες λειτουργίας, ωράριο, 営業時間, 营业时间, 營業時間, 영업시간, 운영시간, ساعات العمل, مواعيد العمل, שעות פתיחה, เวลาทำการ, เวลาเปิดทำการ, समय',
    'openingHours openingHoursSpecification',
  ),
  concept(
    'founded, founding date, founded in, established, year founded, gegrundet, fondée en, fundada, fondata nel, założona, kuruluş, год основания, основана, έτος ίδρυσης, 設立, 創業, 成立时间, 成立時間, 설립일, تأسست, נוסדה, ก่อตั้ง, स्थापना',
    'foundingDate',
  ),
  concept('founder, founders, founded by', 'founder'),
  concept(
    'employees, number of employees, employee count, company size, mitarbeiter, effectif, empleados, dipendenti, funcionários, число сотрудников, 従業員数, 员工人数, 員工人數, 직원수, عدد الموظفين, מספר עובדים, จำนวนพนักงาน',
    'numberOfEmployees.value numberOfEmployees',
  ),
  concept('vat, vat id, vat number, tax id, ust id, ustidnr', 'vatID taxID'),
  concept('social profiles, social links, social media, same as, profiles, social', 'sameAs'),
  concept('price range', 'priceRange'),
  concept('director, directed by', 'director'),
  concept('actors, cast, starring', 'actor actors'),
  concept('release date, released', 'releaseDate datePublished'),
  concept(
    'pages, page count, number of pages, seitenzahl, nombre de pages, páginas, liczba stron, sayfa sayısı, страниц, количество страниц, ページ数, 页数, 頁數, 쪽수, عدد الصفحات, จำนวนหน้า',
    'numberOfPages',
  ),
  concept('answer, accepted answer', 'acceptedAnswer suggestedAnswer'),
  concept('breadcrumbs, breadcrumb', 'breadcrumb'),
  concept(
    'features, specifications, specs, attributes, properties, additional properties',
    'additionalProperty featureList amenityFeature',
  ),
]

const known = new Map<string, Concept>()
for (const each of CONCEPTS) for (const name of each.names) if (!known.has(name)) known.set(name, each)

/** The concepts that a name may stand for, singular or plural. */
export const conceptOf = (key: string): Concept | undefined => {
  for (const each of numbersOf(key)) if (known.has(each)) return known.get(each)
  return undefined
}

/**
 * The concept of the longest meaningful run of words at a text's start: what a description says about its property.
 */
export const conceptIn = (words: readonly string[]): Concept | undefined => {
  for (let count = 3; count > 0; count--) {
    for (let at = 0; at + count <= Math.min(words.length, 12); at++) {
      const found = conceptOf(words.slice(at, at + count).join(''))
      if (found) return found
    }
  }
  return undefined
}
