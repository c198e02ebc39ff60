import { describe, expect, it } from 'vitest'
import { getOpenApiDocument } from '@/server/api/rest/openapi/openapi'
import { aContact, aLocation, anOrganization, aSurvey } from '../factories/basics'
import { aReview } from '../factories/reviews'
import { aSending, aSequence } from '../factories/sequences'
import { apiAs } from '../rest-client'

/* Sends the examples of the OpenAPI document like an imported collection, to an organization that has no rows with the example ids. */

const document = getOpenApiDocument()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
const creations = operations.filter(({ method, path }) => method === 'POST' && !path.includes('{'))
const actions = operations.filter(({ method, path }) => method === 'POST' && path.includes('{'))

async function anOrganizationWith(path: string): Promise<{ organizationId: string; path: string }> {
  const organizationId = await anOrganization()
  const make: Record<string, () => Promise<{ id: string }>> = {
    contacts: () => aContact(organizationId),
    sequences: () => aSequence(organizationId),
    sendings: async () => aSending(organizationId, (await aSequence(organizationId)).id),
    surveys: () => aSurvey(organizationId),
    reviews: () => aReview(organizationId),
  }
  const { id = '' } = (await make[path.split('/')[1] ?? '']?.()) ?? {}
  return { organizationId, path: path.replace('{id}', id) }
}

describe('examples of the OpenAPI document', () => {
  it.each(lists)('200: $method $path takes the examples of all its query parameters at once', async (list) => {
    const api = apiAs(await anOrganization(), 'admin')
    const parameters = (list.operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
    // Pages and changes exclude each other.
    for (const excluded of [['updated_since', 'cursor', 'deleted'], ['page']]) {
      const included = parameters.filter(({ name }) => !excluded.includes(name))
      const query = new URLSearchParams(included.map(({ name, example }) => [name, String(example)]))
      const { status, body } = await api(`GET ${list.path}?${query}`)
      expect([status, body.data]).toEqual([200, []])
    }
  })

  it.each([...creations, ...actions])('$method $path succeeds with its first example', async ({ path, operation }) => {
    const { organizationId, path: filled } = await anOrganizationWith(path)
    const api = apiAs(organizationId, 'admin')
    const subscription = { hookUrl: 'https://hooks.example.com/feedback', triggerType: 'new_contact' }
    if (path === '/webhooks/unsubscribe') await api('POST /webhooks/subscribe', subscription)
    const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})

    const { status, body } = await api(`POST ${filled}`, example?.value)

    expect({ status, error: body.error }).toEqual({ status: expect.toBeOneOf([200, 201]), error: undefined })
  })

  it('a further example of createContact names records of the organization', async () => {
    const organizationId = await anOrganization()
    const examples = document.paths['/contacts']?.post?.requestBody?.content['application/json']?.examples
    const value = examples?.attributed?.value as Record<string, unknown>
    const { status } = await apiAs(organizationId, 'admin')('POST /contacts', value)
    expect([Object.keys(value), status]).toEqual([expect.arrayContaining(['locationId', 'contactOrganizationId']), 400])
    const { id: locationId } = await aLocation(organizationId)
    await aContact(organizationId)
    const known = { ...value, locationId, contactOrganizationId: null }
    expect((await apiAs(organizationId, 'admin')('POST /contacts', known)).status).toBe(201)
  })
})
