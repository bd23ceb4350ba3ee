/** A field as a caller would request it, and its paths in schema.org. */
export interface Field {
  name: string
  schema: Record<string, unknown>
  paths: readonly string[]
}

const text = { type: 'string' }
const number = { type: 'number' }
const list = { type: 'array', items: text }
const day = { type: 'string', format: 'date' }
const address = { type: 'string', format: 'uri' }
const field = (name: string, schema: Record<string, unknown>, paths: string): Field => ({
  name,
  schema,
  paths: paths.split(' '),
})

/** The requested fields by kind of page; names differ from schema.org where people use others. */
export const FIELDS: Readonly<Record<string, { types: RegExp; fields: readonly Field[] }>> = {
  product: {
    types: /^(?:Product|ProductGroup)$/,
    fields: [
      field('product_name', text, 'name'),
      field('price', number, 'offers.price offers.lowPrice'),
      field('currency', text, 'offers.priceCurrency'),
      field('brand', text, 'brand.name brand'),
      field('sku', text, 'sku'),
      field('inStock', { type: 'boolean' }, 'offers.availability'),
      field('rating', number, 'aggregateRating.ratingValue'),
      field('reviewCount', { type: 'integer' }, 'aggregateRating.reviewCount aggregateRating.ratingCount'),
      field('image_url', address, 'image.url image.contentUrl image'),
      field('description', text, 'description'),
    ],
  },
  recipe: {
    types: /^Recipe$/,
    fields: [
      field('title', text, 'name'),
      field('ingredients', list, 'recipeIngredient ingredients'),
      field('instructions', list, 'recipeInstructions.text recipeInstructions.itemListElement.text recipeInstructions'),
      field('prep_time', text, 'prepTime'),
      field('cookTime', text, 'cookTime'),
      field('servings', text, 'recipeYield'),
      field('author', text, 'author.name author'),
      field('calories', text, 'nutrition.calories'),
    ],
  },
  event: {
    types: /Event$/,
    fields: [
      field('event_name', text, 'name'),
      field('start_date', day, 'startDate'),
      field('end_date', day, 'endDate'),
      field('venue', text, 'location.name'),
      field('city', text, 'location.address.addressLocality'),
      field('organizer', text, 'organizer.name organizer'),
    ],
  },
  organisation: {
    types: /(?:Organization|Corporation|Business|Store|Service|University)$/,
    fields: [
      field('company_name', text, 'name'),
      field('phone', text, 'telephone contactPoint.telephone'),
      field('email', text, 'email contactPoint.email'),
      field('street', text, 'address.streetAddress'),
      field('city', text, 'address.addressLocality'),
      field('zip', text, 'address.postalCode'),
      field('logo', address, 'logo.url logo.contentUrl logo'),
    ],
  },
  job: {
    types: /^JobPosting$/,
    fields: [
      field('job_title', text, 'title'),
      field('company', text, 'hiringOrganization.name hiringOrganization'),
      field('city', text, 'jobLocation.address.addressLocality'),
      field('posted', day, 'datePosted'),
      field('employment_type', text, 'employmentType'),
      field('deadline', day, 'validThrough'),
    ],
  },
}

/** Fields with human labels on pages of all kinds. */
export const LABELLED: readonly Field[] = [
  field('title', text, 'headline name'),
  field('author', text, 'author.name author'),
  field('date', day, 'datePublished'),
]
