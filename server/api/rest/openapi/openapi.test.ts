import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { db } from '../../../db'
import { type ErrorCode, httpStatus } from '../../../errors'
import { StepCompletedPayload } from '../../../sequences/schema'
import { anOrganization } from '../../../testing/factories/basics'
import { aSending, aSequence } from '../../../testing/factories/sequences'
import { runSendingsAndReadState } from '../../../testing/sendings'
import { transact } from '../../../unit-of-work'
import { EventKind } from '../../../webhooks/schema'
import { subscribeStepUrl } from '../../../webhooks/subscriptions/step-subscriptions'
import { appRouter } from '../../routers/app-router'
import { listRestOperations } from '../list-operations'
import { EXTENSIBLE_ENUM_KEYWORD } from './constants'
import { getOpenApiDocument } from './openapi'
import type { Example, JsonSchema, MediaType, OperationObject } from './openapi-types'
import { getOperationExample } from './operation-examples'

const document = getOpenApiDocument()
const procedures = listRestOperations(appRouter._def.record)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ line: `${method.toUpperCase()} ${path}`, operation })),
)
const everyOperation = [
  ...operations,
  ...Object.entries(document.webhooks).map(([kind, { post }]) => ({ line: `webhook ${kind}`, operation: post })),
]

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('idn-email', true)
// Validates against the documented values only; the type decides whether null is allowed.
ajv.addKeyword({ keyword: EXTENSIBLE_ENUM_KEYWORD, macro: (values: unknown[]) => ({ enum: [...values, null] }) })
ajv.addSchema({ ...document, $id: 'api' })

function faultsOf(schema: JsonSchema, value: unknown): string {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as JsonSchema
  const validate = ajv.compile(absolute)
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

function faultsIn(media: MediaType | undefined): string {
  return examplesIn(media)
    .map(({ value }) => faultsOf(media?.schema ?? {}, value))
    .join('')
}

function examplesIn(media: MediaType | undefined): Example[] {
  return Object.values(media?.examples ?? {})
}

const json = (part: { content?: Record<string, MediaType> } | undefined) => part?.content?.['application/json']

it('the OpenAPI document is valid according to an independent OpenAPI validator', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

it('the OpenAPI document has no dangling references and no unused schemas or headers', () => {
  const text = JSON.stringify(document)
  const referred = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`)
  const defined = (['schemas', 'headers'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `${kind}/${name}`),
  )
  expect([...new Set(referred)].toSorted()).toEqual(defined.toSorted())
})

it('the OpenAPI document lists exactly the procedures with a REST route, and every webhook event', () => {
  expect(operations.map(({ line, operation }) => `${line} ${operation.operationId}`).toSorted()).toEqual(
    procedures.map(({ method, path, meta }) => `${method} ${path} ${meta.openapi?.operationId}`).toSorted(),
  )
  expect(Object.keys(document.webhooks)).toEqual(EventKind.options)
})

it('the OpenAPI operation ids that generated clients use do not change', () => {
  expect(operations.map(({ operation }) => operation.operationId).toSorted()).toMatchInlineSnapshot(`
    [
      "actOnSendings",
      "cancelSending",
      "createContact",
      "createContactOrganization",
      "createEmployee",
      "createLocation",
      "createSequence",
      "createSurvey",
      "createSurveyLink",
      "createSurveyWidget",
      "deleteContact",
      "deleteContactOrganization",
      "deleteEmployee",
      "deleteLocation",
      "deleteSequence",
      "deleteSurvey",
      "deleteSurveyLink",
      "deleteSurveyWidget",
      "eraseContact",
      "executeSequence",
      "getContact",
      "getContactOrganization",
      "getEmployee",
      "getLocation",
      "getResponse",
      "getReview",
      "getSending",
      "getSequence",
      "getSurvey",
      "getSurveyResults",
      "getSurveyWidget",
      "listContactOrganizations",
      "listContactProperties",
      "listContacts",
      "listEmployees",
      "listLocations",
      "listResponses",
      "listReviews",
      "listSegments",
      "listSendings",
      "listSequences",
      "listSurveyLinks",
      "listSurveyWidgets",
      "listSurveys",
      "listWebhookSubscriptions",
      "pauseSending",
      "replyToReview",
      "resumeSending",
      "sendSurvey",
      "skipSending",
      "subscribeWebhook",
      "unsubscribeWebhook",
      "updateContact",
      "updateContactOrganization",
      "updateEmployee",
      "updateLocation",
      "updateReviewReply",
      "updateSequence",
      "updateSurvey",
      "updateSurveyLink",
      "updateSurveyWidget",
      "upsertContactByEmail",
      "upsertContacts",
    ]
  `)
})

describe.each(everyOperation)('$line', ({ operation }) => {
  it('an OpenAPI operation has a summary, a description and declared tags only', () => {
    expect(operation.summary).toMatch(/^[A-Z]/)
    expect(operation.description).toMatch(/\.$/)
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags))
  })

  it('an OpenAPI operation has schema-valid examples of its body and required parameters', () => {
    const { parameters = [], requestBody } = operation
    const faults = parameters
      .filter(({ example }) => example !== undefined)
      .map(({ schema, example }) => faultsOf(schema, example))
    expect(faults.join('')).toBe('')
    expect(parameters.filter(({ required, example }) => required && example === undefined)).toEqual([])
    const media = json(requestBody)
    expect(examplesIn(media).length > 0).toBe(requestBody !== undefined)
    expect(faultsIn(media)).toBe('')
  })
})

describe.each(operations)('$line', ({ line, operation }) => {
  it('an OpenAPI operation has a schema-valid example for every response status', () => {
    const answers = Object.values(operation.responses).map(json)
    expect(answers.filter((media) => examplesIn(media).length === 0)).toEqual([])
    expect(answers.map(faultsIn).join('')).toBe('')
  })

  it('an OpenAPI operation describes errors with the Error schema, each code under its own status', () => {
    const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
    for (const [status, answer] of errors) {
      const media = json(answer)
      const codes = Object.keys(media?.examples ?? {})
      expect(media?.schema).toEqual({ $ref: '#/components/schemas/Error' })
      expect(codes.map((code) => String(httpStatus(code as ErrorCode)))).toEqual(codes.map(() => status))
    }
  })

  it('an OpenAPI operation lists the error statuses of its method and path, and Idempotency-Key for POST only', () => {
    const statuses = Object.keys(operation.responses)
    const [method = '', path = ''] = line.split(' ')
    expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']))
    expect(statuses.includes('413')).toBe(method !== 'GET' && method !== 'DELETE')
    expect(statuses.includes('404')).toBe(path.includes('{id}') || path === '/webhooks/unsubscribe')
    expect(statuses).not.toContain('405')
    const idempotency = (operation.parameters ?? []).some(({ name }) => name === 'Idempotency-Key')
    expect(idempotency).toBe(method === 'POST')
  })

  it('an OpenAPI operation lists X-Request-Id always, RateLimit except on 401 and 503, and Retry-After on 429, 503 and the 409 of a POST only', () => {
    for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
      expect(headers).toHaveProperty('X-Request-Id')
      expect('RateLimit' in headers).toBe(status !== '401' && status !== '503')
      const hasWait = status === '429' || status === '503' || (status === '409' && line.startsWith('POST'))
      expect('Retry-After' in headers).toBe(hasWait)
    }
  })
})

describe.each(procedures)('the example of $resource.$action', (operation) => {
  const { meta, status, input, output } = operation
  const example = getOperationExample(operation)

  it('an operation example is valid input, and its answers match the output schema exactly', () => {
    expect(input.safeParse(example.input).error).toBeUndefined()
    expect(Object.keys(example.responses)).toEqual(Object.keys(meta.responses ?? {}))
    expect(Object.keys(example.responses)).toContain(String(status))
    for (const answer of Object.values(example.responses)) expect(output.parse(answer)).toEqual(answer)
  })
})

function operationsByCode(): Map<string, string[]> {
  const byCode = new Map<string, string[]>()
  for (const { operation } of operations)
    for (const answer of Object.values(operation.responses))
      for (const [code] of Object.entries(json(answer)?.examples ?? {}))
        byCode.set(code, [...(byCode.get(code) ?? []), operation.operationId])
  return byCode
}

it('the OpenAPI document lists operation-specific error codes on their operations, and omits only METHOD_NOT_ALLOWED', () => {
  const byCode = operationsByCode()
  expect(byCode.get('CONTACT_EXISTS')).toEqual(['createContact', 'updateContact'])
  expect(byCode.get('SURVEY_IN_USE')).toEqual(['deleteSurvey'])
  expect(byCode.get('REPLY_EXISTS')).toEqual(['replyToReview'])
  expect(byCode.get('SEQUENCE_INACTIVE')).toEqual(['skipSending', 'executeSequence'])
  const listed = (document.components.schemas.Error?.properties?.error?.properties?.code?.[EXTENSIBLE_ENUM_KEYWORD] ??
    []) as string[]
  expect(listed.filter((code) => !byCode.has(code))).toEqual(['METHOD_NOT_ALLOWED'])
})

it('OpenAPI schemas allow additional properties, omitted list parameters and null for optional contact fields', () => {
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false')
  const list = document.paths['/contacts']?.get as OperationObject
  expect(list.parameters?.filter(({ required }) => required)).toEqual([])
  expect(list.parameters?.map(({ name, schema }) => [name, schema.default])).toContainEqual(['limit', 50])
  const { lastName, preferredLanguage } = document.components.schemas.CreateContact?.properties ?? {}
  expect(lastName?.type).toEqual(['string', 'null'])
  expect(preferredLanguage?.anyOf).toEqual([{ type: 'string', enum: ['en', 'fr'] }, { type: 'null' }])
})

function schemasIn(part: unknown, place = ''): { place: string; schema: JsonSchema }[] {
  if (typeof part !== 'object' || part === null) return []
  const within = Object.entries(part).flatMap(([name, value]) => schemasIn(value, `${place}/${name}`))
  return 'type' in part || 'anyOf' in part ? [{ place, schema: part as JsonSchema }, ...within] : within
}

it('the OpenAPI document has no enum with null and no closed enum in a response or event', () => {
  const responseBodies = (part: object) => {
    const { schemas } = document.components
    const names = new Set<string>()
    const collect = (value: unknown): void => {
      for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g))
        if (!names.has(name)) collect(schemas[names.add(name) && name])
    }
    collect(part)
    return [...names].map((name) => schemas[name])
  }
  const bodies = [
    ...operations.map(({ operation }) => operation.responses),
    ...Object.values(document.webhooks).map(({ post }) => post.requestBody ?? {}),
  ]
  const closed = schemasIn(responseBodies(bodies)).filter(({ schema }) => schema.enum !== undefined)
  expect(closed.map(({ place }) => place)).toEqual([])
  expect(schemasIn(document).filter(({ schema }) => schema.enum?.includes(null))).toEqual([])
  expect(document.components.schemas.Answer?.properties?.type?.[EXTENSIBLE_ENUM_KEYWORD]).toContain('nps')
})

it('every list in a request and every page of a response has a maximum length in the OpenAPI document', () => {
  const requests = operations.flatMap(
    ({ operation }) => json(operation.requestBody)?.schema.$ref?.split('/').at(-1) ?? [],
  )
  const pages = Object.keys(document.components.schemas).filter((name) => name.endsWith('Page'))
  const lists = [...requests, ...pages].flatMap((name) => schemasIn(document.components.schemas[name], name))
  const open = lists.filter(({ schema }) => schema.type === 'array' && schema.maxItems === undefined)
  expect(open.map(({ place }) => place)).toEqual([])
})

it('every response of the OpenAPI document is a named schema', () => {
  const schemas = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).map((answer) => json(answer)?.schema),
  )
  expect(schemas.filter((schema) => schema?.$ref === undefined)).toEqual([])
})

it('the OpenAPI document has an example for each query parameter, and none of Idempotency-Key', () => {
  const parameters = operations.flatMap(({ line, operation }) =>
    (operation.parameters ?? []).map(({ name, in: place, example }) => ({ line, name, place, example })),
  )
  expect(parameters.filter(({ place, example }) => place === 'query' && example === undefined)).toEqual([])
  const keys = parameters.filter(({ name }) => name === 'Idempotency-Key')
  expect(keys.map(({ example }) => example)).toEqual(keys.map(() => undefined))
  expect(keys).not.toEqual([])
})

it('the OpenAPI document lists both 200 and 201 for POST /webhooks/subscribe', () => {
  const responses = document.paths['/webhooks/subscribe']?.post?.responses ?? {}
  expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toEqual(['200', '201'])
})

it('the OpenAPI schema StepCompleted matches the body of a real step.completed delivery', async () => {
  const organizationId = await anOrganization()
  const hookUrl = 'https://receiver.example.com/steps'
  const { id } = await aSequence(organizationId, [{ type: 'wait', webhookUrl: hookUrl }])
  await transact((work) => subscribeStepUrl(work, organizationId, hookUrl))
  const sending = await aSending(organizationId, id)

  await runSendingsAndReadState(organizationId, sending.id)

  const delivery = await db.webhookDelivery.findFirstOrThrow({ where: { organizationId } })
  const body: unknown = JSON.parse(delivery.body)
  expect(StepCompletedPayload.parse(body)).toEqual(body)
  expect(faultsOf({ $ref: '#/components/schemas/StepCompleted' }, body)).toBe('')
})
