import iconv from 'iconv-lite'

/** A text with almost all characters of its encoding beyond ASCII, and the language of its page. */
export interface Sample {
  /** The name in the Encoding standard. */
  encoding: string
  lang: string
  text: string
}

const russian =
  'Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства. Съешь ещё этих мягких французских булок, да выпей чаю.'
const ukrainian =
  'Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства. Щастям б’ють жук їх глицю в фон й ґедзь пріч.'
const polish =
  'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa. Zażółć gęślą jaźń.'
const czech =
  'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství. Příliš žluťoučký kůň úpěl ďábelské ódy.'
const greek =
  'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.'
const hebrew =
  'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחוה.'
const arabic =
  'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء.'
const turkish =
  'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler. Pijamalı hasta yağız şoföre çabucak güvendi.'
const french =
  'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Voix ambiguë d’un cœur qui au zéphyr préfère les jattes de kiwis.'
const latvian =
  'Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu un sirdsapziņu, un viņiem jāizturas citam pret citu brālības garā. Glāžšķūņa rūķīši dzērumā čiepj Baha koncertflīģeļu vākus.'
const vietnamese =
  'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hóa ban cho lý trí và lương tâm.'
const thai = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ'
const japanese =
  'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。'
const korean =
  '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.'
const simplified =
  '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。人人有资格享受本宣言所载的一切权利和自由。'
const traditional =
  '人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神互相對待。人人有資格享受本宣言所載的一切權利和自由。'

/** All encodings of the standard except UTF-8. */
export const samples: readonly Sample[] = [
  { encoding: 'utf-16le', lang: 'ja', text: japanese },
  { encoding: 'utf-16be', lang: 'ru', text: russian },
  { encoding: 'ibm866', lang: 'ru', text: russian },
  { encoding: 'iso-8859-2', lang: 'pl', text: polish },
  {
    encoding: 'iso-8859-3',
    lang: 'mt',
    text: 'Il-bnedmin kollha jitwieldu ħielsa u ugwali fid-dinjità u d-drittijiet. Ġejna ċ-ċavetta żżomm.',
  },
  { encoding: 'iso-8859-4', lang: 'lv', text: latvian },
  { encoding: 'iso-8859-5', lang: 'ru', text: russian },
  { encoding: 'iso-8859-6', lang: 'ar', text: arabic },
  { encoding: 'iso-8859-7', lang: 'el', text: greek },
  { encoding: 'iso-8859-8', lang: 'he', text: hebrew },
  { encoding: 'iso-8859-8-i', lang: 'he', text: hebrew },
  {
    encoding: 'iso-8859-10',
    lang: 'is',
    text: 'Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Þau eru gædd vitsmunum og samvisku.',
  },
  { encoding: 'iso-8859-13', lang: 'lv', text: latvian },
  {
    encoding: 'iso-8859-14',
    lang: 'cy',
    text: 'Genir pawb yn rhydd ac yn gydradd â’i gilydd mewn urddas a hawliau. Ŵyn a thŷ ŷd.'.replace('’', "'"),
  },
  { encoding: 'iso-8859-15', lang: 'fr', text: french.replace('’', "'").concat(' 5 €') },
  {
    encoding: 'iso-8859-16',
    lang: 'ro',
    text: 'Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sînt înzestrate cu rațiune.',
  },
  { encoding: 'koi8-r', lang: 'ru', text: russian },
  { encoding: 'koi8-u', lang: 'uk', text: ukrainian.replaceAll('’', "'") },
  { encoding: 'macintosh', lang: 'fr', text: french },
  { encoding: 'windows-874', lang: 'th', text: thai },
  { encoding: 'windows-1250', lang: 'cs', text: czech },
  { encoding: 'windows-1251', lang: 'ru', text: russian },
  { encoding: 'windows-1252', lang: 'fr', text: french },
  { encoding: 'windows-1253', lang: 'el', text: greek },
  { encoding: 'windows-1254', lang: 'tr', text: turkish },
  { encoding: 'windows-1255', lang: 'he', text: hebrew },
  { encoding: 'windows-1256', lang: 'ar', text: arabic },
  { encoding: 'windows-1257', lang: 'lv', text: latvian },
  { encoding: 'windows-1258', lang: 'vi', text: vietnamese },
  { encoding: 'x-mac-cyrillic', lang: 'ru', text: russian },
  { encoding: 'gbk', lang: 'zh-CN', text: simplified },
  { encoding: 'gb18030', lang: 'zh-CN', text: `${simplified}𠀀㐀` },
  { encoding: 'big5', lang: 'zh-TW', text: traditional },
  { encoding: 'euc-jp', lang: 'ja', text: japanese },
  { encoding: 'iso-2022-jp', lang: 'ja', text: japanese },
  { encoding: 'shift_jis', lang: 'ja', text: japanese },
  { encoding: 'euc-kr', lang: 'ko', text: korean },
]

/** The names of encodings in the encoder, if they differ. */
const names: Readonly<Record<string, string>> = {
  'utf-16le': 'utf16le',
  'utf-16be': 'utf16-be',
  'iso-8859-8-i': 'iso-8859-8',
  'windows-874': 'windows874',
  'x-mac-cyrillic': 'maccyrillic',
}

/** Encodes a text. Throws if the encoding cannot represent it. */
export function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'iso-2022-jp') return encodeIso2022Jp(text)
  // It writes Vietnamese with combining marks, as such pages do.
  const written = encoding === 'windows-1258' ? decompose(text) : text
  const bytes = iconv.encode(written, names[encoding] ?? encoding)
  if (iconv.decode(bytes, names[encoding] ?? encoding) !== written) throw new Error(`${encoding} cannot write ${text}`)
  return bytes
}

/**
 * The encoder lacks ISO-2022-JP, whose characters are those of EUC-JP without the high bit, between escape sequences.
 */
function encodeIso2022Jp(text: string): Uint8Array {
  const parts = text.match(/[\x00-\x7f]+|[^\x00-\x7f]+/g) ?? []
  const bytes = parts.flatMap((part) =>
    part.charCodeAt(0) < 128
      ? [...part].map((char) => char.charCodeAt(0))
      : [0x1b, 0x24, 0x42, ...[...iconv.encode(part, 'euc-jp')].map((byte) => byte & 0x7f), 0x1b, 0x28, 0x42],
  )
  return Uint8Array.from(bytes)
}

/** Vietnamese as in windows-1258: letters, followed by the mark of the tone. */
export function decompose(text: string): string {
  const tones = /[\u0300\u0301\u0303\u0309\u0323]/
  return [...text.normalize('NFC')]
    .map((char) => {
      const apart = char.normalize('NFD')
      const tone = [...apart].find((mark) => tones.test(mark))
      return tone && apart.length > 1
        ? [...apart]
            .filter((mark) => mark !== tone)
            .join('')
            .normalize('NFC') + tone
        : char
    })
    .join('')
}
