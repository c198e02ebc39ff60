import { describe, expect, it } from 'vitest'
import { openApiDocument } from '@/server/api/openapi'
import { readBook } from './chapters'
import { schemaFields } from './fields'

const book = readBook(openApiDocument())
const entries = book.chapters.flatMap((chapter) => chapter.entries)

it('has every operation and event of the document once, each in the chapter of its tag', () => {
  const { paths, webhooks } = openApiDocument()
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const events = Object.values(webhooks).map(({ post }) => post)
  expect(entries.map(({ id }) => id).toSorted()).toEqual(
    [...operations, ...events].map(({ operationId }) => operationId).toSorted(),
  )
  for (const chapter of book.chapters) expect(chapter.entries.length, chapter.name).toBeGreaterThan(0)
})

it('gives each operation a call without a gap in its path, and each entry an example', () => {
  for (const { id, request, example } of entries) {
    expect(request?.path ?? '', id).not.toContain('{')
    expect(example?.value, id).toBeDefined()
  }
})

it('has one address for each heading', () => {
  const ids = [
    ...book.introduction.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])),
    ...book.chapters.map(({ id }) => `chapter-${id}`),
    ...entries.map(({ id }) => id),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

describe('schemaFields', () => {
  it('says type, need and limits of a field, and goes into objects, lists and references', () => {
    const document = openApiDocument()
    const rows = schemaFields({ $ref: '#/components/schemas/CreateSurvey' }, document)
    expect(rows.slice(0, 3)).toMatchObject([
      { name: 'name', depth: 0, type: 'string', isRequired: true, limits: ['1 to 200 characters'] },
      { name: 'type', type: '"nps" | "csat" | "ces" | "custom"' },
      { name: 'questions', type: 'list of objects', limits: ['at most 50 items'] },
    ])
    expect(rows.slice(3).every(({ depth }) => depth > 0)).toBe(true)
  })

  it('ends where a schema holds itself', () => {
    const document = openApiDocument()
    const schemas = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } }
    const rows = schemaFields(
      { $ref: '#/components/schemas/Node' },
      { ...document, components: { ...document.components, schemas } },
    )
    expect(rows.map(({ name }) => name)).toEqual(['next'])
  })
})
