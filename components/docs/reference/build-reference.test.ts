import { expect, it } from 'vitest'
import { getOpenApiDocument } from '@/server/api/rest/openapi/openapi'
import { buildReference } from './build-reference'
import { listSchemaFields } from './schema-fields'

const book = buildReference(getOpenApiDocument())
const entries = book.chapters.flatMap((chapter) => chapter.entries)

it('the API reference has every operation and event once, and no empty chapter', () => {
  const { paths, webhooks } = getOpenApiDocument()
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const events = Object.values(webhooks).map(({ post }) => post)
  expect(entries.map(({ id }) => id).toSorted()).toEqual(
    [...operations, ...events].map(({ operationId }) => operationId).toSorted(),
  )
  expect(book.chapters.filter((chapter) => chapter.entries.length === 0)).toEqual([])
})

it('the API reference gives every request a complete path and every entry an example', () => {
  expect(entries.filter(({ request }) => request?.path.includes('{')).map(({ id }) => id)).toEqual([])
  expect(entries.filter(({ example }) => example?.value === undefined).map(({ id }) => id)).toEqual([])
})

it('the API reference has a unique id for each heading', () => {
  const ids = [
    ...book.introduction.flatMap((block) => (block.type === 'heading' ? [block.id] : [])),
    ...book.chapters.map(({ id }) => `chapter-${id}`),
    ...entries.map(({ id }) => id),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

it('the API reference documents exactly the objects it mentions, besides Error and PageMeta', () => {
  const referenced = [
    ...entries.flatMap(({ response, body, parameters }) => [
      ...response,
      ...[...body, ...Object.values(parameters).flat()].flatMap(({ type }) => type),
    ]),
    ...book.objects.flatMap(({ fields }) => fields.flatMap(({ type }) => type)),
  ].flatMap(({ object }) => object ?? [])
  const documented = book.objects.map(({ name }) => name)
  expect(documented).toEqual(expect.arrayContaining(referenced))
  // Every operation uses the error and pagination objects, so none names them.
  expect(documented.filter((name) => !referenced.includes(name)).toSorted()).toEqual(['Error', 'PageMeta'])
})

it('the API reference shows the type, requirement and limits of a field', () => {
  const { body } = entries.find(({ id }) => id === 'createSurvey') ?? {}
  expect(body?.slice(0, 3)).toMatchObject([
    { name: 'name', depth: 0, type: [{ text: 'string' }], isRequired: true, limits: ['1 to 200 characters'] },
    { name: 'type', type: [{ text: '"nps" | "csat" | "ces" | "custom"' }] },
    { name: 'questions', type: [{ text: 'list of ' }, { object: 'QuestionInput' }], limits: ['at most 50 items'] },
  ])
})

it('the API reference lists the fields of an unnamed object, also in a list or a nullable field', () => {
  const inner = { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } }
  const rows = listSchemaFields({
    properties: { list: { type: 'array', items: inner }, one: { anyOf: [inner, { type: 'null' }] } },
  })
  expect(rows.map(({ name, depth, type }) => [name, depth, type.map(({ text }) => text).join('')])).toEqual([
    ['list', 0, 'list of objects'],
    ['at', 1, 'time (ISO 8601)'],
    ['one', 0, 'object or null'],
    ['at', 1, 'time (ISO 8601)'],
  ])
})
