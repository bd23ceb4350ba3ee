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

/** Names in English, and on labels in the most common other languages; names and properties of schema.org. */
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
    'image photo thumbnailUrl thumbnail primaryImageOfPage',
    'og.image social.image',
    true,
  ),
  concept('logo, logo url', 'logo publisher.logo'),
  concept(
    'price, cost, amount, current price, sale price, unit price, selling price, low price, lowest price, ticket price, min price, preis, prix, precio, prezzo, prijs, pris, cena, preco',
    'offers.price offers.lowPrice offers.priceSpecification.price offers.offers.price price lowPrice hasVariant.offers.price priceSpecification.price',
    'product:price:amount og:price:amount product:sale_price:amount',
  ),
  concept('high price, max price, highest price', 'offers.highPrice highPrice'),
  concept(
    'currency, price currency, currency code, wahrung, devise, moneda',
    'offers.priceCurrency offers.priceSpecification.priceCurrency offers.offers.priceCurrency priceCurrency hasVariant.offers.priceCurrency baseSalary.currency currency',
    'product:price:currency og:price:currency',
  ),
  concept('salary currency', 'baseSalary.currency estimatedSalary.currency salaryCurrency'),
  concept('offers, offer, prices, tickets, ticket types, ticket prices', 'offers makesOffer'),
  concept('variants, variant, product variants, variations, options', 'hasVariant'),
  concept('brand, make, marke, marque, marca, brand name', 'brand manufacturer', 'product:brand og:brand'),
  concept('manufacturer, maker, hersteller, fabricant, fabricante', 'manufacturer brand'),
  concept(
    'sku, article number, product id, product number, item number, item no, product code, artikelnummer, reference',
    'sku productID offers.sku mpn',
    'product:retailer_item_id',
  ),
  concept('mpn, part number, manufacturer part number', 'mpn'),
  concept('gtin, ean, upc, barcode, gtin13', 'gtin13 gtin gtin12 gtin14 gtin8 offers.gtin13 offers.gtin'),
  concept('isbn, isbn13', 'isbn workExample.isbn', 'book:isbn'),
  concept('model, model name, model number, modell', 'model'),
  concept(
    'availability, in stock, stock, available, is available, stock status, is in stock, verfugbarkeit, disponibilite, disponibilidad, verfugbar',
    'offers.availability offers.offers.availability availability hasVariant.offers.availability',
    'product:availability og:availability',
  ),
  concept('condition, item condition, zustand', 'offers.itemCondition itemCondition', 'product:condition'),
  concept('color, colour, farbe, couleur, kleur', 'color'),
  concept('size, grosse, taille', 'size'),
  concept('weight, gewicht, poids, peso', 'weight'),
  concept('height, hohe, hauteur', 'height'),
  concept('width, breite, largeur', 'width'),
  concept('depth, tiefe, profondeur', 'depth'),
  concept('material, werkstoff', 'material'),
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
    'author, authors, writer, byline, creator, written by, posted by, autor, auteur, autore, reviewer, author name',
    'author creator',
    'author',
  ),
  concept(
    'date, published, publish date, date published, publication date, published date, published at, posted, posted on, date posted, published on, created at, veroffentlicht, datum',
    'datePublished datePosted startDate uploadDate dateCreated releaseDate',
    'article.publishedTime date',
  ),
  concept(
    'modified, updated, last updated, date modified, updated at, last modified, modified date',
    'dateModified',
    'article.modifiedTime',
  ),
  concept('publisher, source, site name, publication, herausgeber, verlag', 'publisher', 'publisher og.siteName'),
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
    'location, venue, place, where, job location, ort, lieu, lugar, veranstaltungsort',
    'location jobLocation contentLocation address areaServed',
  ),
  concept(
    'address, full address, postal address, adresse, direccion, anschrift',
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
    'company, employer, hiring organization, organization, organisation, company name, employer name, arbeitgeber, firma, entreprise, empresa',
    'hiringOrganization worksFor employer',
  ),
  concept(
    'salary, base salary, pay, compensation, wage, gehalt, salaire, salario',
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
    'telephone, phone, phone number, tel, telefon, telefono, contact phone, contact number',
    'telephone contactPoint.telephone location.telephone',
  ),
  concept('fax, fax number', 'faxNumber contactPoint.faxNumber'),
  concept('email, mail, email address, contact email', 'email contactPoint.email'),
  concept('opening hours, hours, business hours, offnungszeiten, horaires', 'openingHours openingHoursSpecification'),
  concept('founded, founding date, founded in, established, year founded, gegrundet', 'foundingDate'),
  concept('founder, founders, founded by', 'founder'),
  concept(
    'employees, number of employees, employee count, company size, mitarbeiter',
    'numberOfEmployees.value numberOfEmployees',
  ),
  concept('vat, vat id, vat number, tax id, ust id, ustidnr', 'vatID taxID'),
  concept('social profiles, social links, social media, same as, profiles, social', 'sameAs'),
  concept('price range', 'priceRange'),
  concept('director, directed by', 'director'),
  concept('actors, cast, starring', 'actor actors'),
  concept('release date, released', 'releaseDate datePublished'),
  concept('pages, page count, number of pages, seitenzahl', 'numberOfPages'),
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
