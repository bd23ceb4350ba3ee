import { isObject, objectOf } from 'weirjs'

export type Thing = Readonly<Record<string, unknown>>

/** Types of schema.org that are companies: those recognised by their ending, and the others. */
const ORGANISATION =
  /(?:Organization|Corporation|Business|Store|Shop|Company|Agency|Agent|Dealer|Restaurant|Hotel|Attorney|Dentist|Clinic|Hospital|[Ss]chool|College|University|Service|Contractor|Rental|Repair|Salon|Club)$/
const OTHERS = new Set(
  `Airline AmusementPark AnimalShelter ArtGallery AutoWash Bakery BankOrCreditUnion BarOrPub BedAndBreakfast
  BowlingAlley Brewery CafeOrCoffeeShop Campground Casino ChildCare Consortium Cooperative DanceGroup DaySpa
  DiagnosticLab Distillery DryCleaningOrLaundry Electrician ExerciseGym Florist GasStation GolfCourse GovernmentOffice
  Hostel HousePainter InternetCafe Library Locksmith Motel MovieTheater Museum MusicGroup NGO Notary Optician Pharmacy
  Physician Plumber PoliticalParty PostOffice RadioStation RecyclingCenter Resort SelfStorage ShoppingCenter SkiResort
  SportsTeam TattooParlor TelevisionStation TennisComplex TheaterGroup TouristInformationCenter VeterinaryCare Winery
  WorkersUnion`.split(/\s+/),
)
/** `ContactPoint` and the like do not match. A `Service` is no company, but a `ProfessionalService` is. */
const isOrganisation = (type: unknown) =>
  typeof type === 'string' && type !== 'Service' && (ORGANISATION.test(type) || OTHERS.has(type))

/** Properties that refer to other companies: parents, brands that it sells, or customers that praise it. */
const OF_OTHERS = new Set(
  `affiliation alumniOf award brand client customer funder funding hasCredential knowsAbout manufacturer member memberOf
  members mentions parentOrganization performer review reviews sponsor`.split(/\s+/),
)

/** The most things of a page, nested ones included, that are examined. */
const MAX_THINGS = 1000

/** The company's own organisations in a page's structured data, including publishers, the outermost first. */
export function organisationsOf(structured: unknown): Thing[] {
  const found: Thing[] = []
  // Top-level companies come before the products that mention some.
  const byType = Object.entries(objectOf(objectOf(structured).items))
  const left: unknown[] = byType.filter(([type]) => isOrganisation(type)).map(([, things]) => things)
  left.push(...byType.filter(([type]) => !isOrganisation(type)).map(([, things]) => things))
  for (let at = 0; at < left.length && at < MAX_THINGS; at++) {
    const next = left[at]
    if (Array.isArray(next)) left.push(...next.slice(0, MAX_THINGS))
    // The author of a review is somebody else.
    if (!isObject(next) || /Review$/.test(String(next.type))) continue
    if (isOrganisation(next.type)) found.push(next)
    for (const [name, value] of Object.entries(next))
      if (typeof value === 'object' && !OF_OTHERS.has(name)) left.push(value)
  }
  return found
}
