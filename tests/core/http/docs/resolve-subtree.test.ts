import { describe, expect, test } from 'bun:test'
import { resolveSubtree } from '../../../../core/http/docs/resolve-subtree.ts'

const document = {
  paths: {
    '/a/{id}': { get: { responses: { 200: { schema: { $ref: '#/components/schemas/Page' } } } } },
    '/b': {
      get: { list: [{ $ref: '#/paths/~1a~1{id}/get/responses/200' }], external: { $ref: 'https://a.example/x' } },
    },
  },
  components: {
    schemas: {
      Page: {
        description: 'A page',
        allOf: [
          { $ref: '#/components/schemas/Named' },
          { type: 'object', required: ['url', 'name'], properties: { url: { type: 'string' } } },
        ],
        properties: { name: { minLength: 1 } },
      },
      Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
      Missing: { $ref: '#/components/schemas/None' },
    },
  },
}
const schema = (name: string) => resolveSubtree(document, ['components', 'schemas', name])

describe('a part of the document', () => {
  test('has its references resolved, and allOf merged into one schema', () => {
    const page = {
      ...{ $$ref: '#/components/schemas/Page', description: 'A page', type: 'object', required: ['name', 'url'] },
      properties: { name: { type: 'string', minLength: 1 }, url: { type: 'string' } },
    }
    expect(schema('Page')).toEqual({ ...page, $$ref: '#/components/schemas/Named' })
    expect(resolveSubtree(document, ['paths', '/a/{id}'])).toEqual({ get: { responses: { 200: { schema: page } } } })
    expect(resolveSubtree(document, ['paths', '/b', 'get', 'list'])).toEqual([
      { schema: page, $$ref: '#/paths/~1a~1{id}/get/responses/200' },
    ])
  })

  test('keeps recursive references, and external ones', () => {
    const children = { type: 'array', items: { $ref: '#/components/schemas/Tree' } }
    const tree = { type: 'object', properties: { children }, $$ref: '#/components/schemas/Tree' }
    expect(schema('Tree')).toEqual({ type: 'object', properties: { children: { type: 'array', items: tree } } })
    expect(resolveSubtree(document, ['paths', '/b', 'get', 'external'])).toEqual({ $ref: 'https://a.example/x' })
  })

  test('is undefined if it does not exist', () => {
    expect(schema('Missing')).toBeUndefined()
    expect(resolveSubtree(document, ['paths', '/none', 'get'])).toBeUndefined()
    expect(resolveSubtree({}, ['components', 'securitySchemes'])).toBeUndefined()
  })
})

test('it runs in the browser from its source text, without anything else', () => {
  const alone = new Function(`${resolveSubtree}; return resolveSubtree`)() as typeof resolveSubtree
  for (const path of [['paths'], ['components']]) expect(alone(document, path)).toEqual(resolveSubtree(document, path))
})
