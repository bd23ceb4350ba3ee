/**
 * Names of the months that pages write and Unicode's data for dates has not, each list from January on: `-` for none,
 * an underscore for a blank.
 */
export const otherMonthNames: readonly string[] = [
  // German: Austria, and without umlauts.
  'jänner/jän feber maerz/mrz - - - - - - - - -',
  // French and Russian, short.
  '- fév - - - - juill - - - - -',
  '- фев - - - - - - сен - ноя -',
  // Greek, by themselves.
  'ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος/σεπτ οκτώβριος νοέμβριος ' +
    'δεκέμβριος',
  // Arabic: the Levant and Iraq; Algeria, Tunisia and Morocco.
  'كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول',
  'جانفي فيفري - أفريل ماي جوان جويلية/يوليوز أوت/غشت شتنبر - نونبر دجنبر',
  // Hebrew, with the prefix "in".
  'בינואר בפברואר במרץ/במרס/מרס באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר',
  // Hindi, in another spelling.
  '- - - - - - - - सितम्बर अक्तूबर नवम्बर दिसम्बर',
]
