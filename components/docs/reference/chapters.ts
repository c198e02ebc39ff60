import 'server-only'
import { slug } from 'github-slugger'
import type { JsonSchema, MediaType, OpenApiDocument, Operation, Parameter } from '@/server/api/openapi/document'
import { type Block, parseText } from '../markdown'
import type { SampleRequest } from '../samples'
import { type Field, schemaFields, type TypeWords, typeWords } from './fields'
import type { TryableOperation } from './send-request'

/* The OpenAPI document as somebody reads it: its introduction, and each tag with its operations. */

export type ReferenceBook = {
  introduction: readonly Block[]
  chapters: readonly Chapter[]
  /** What requests and answers are made of, by name. */
  objects: readonly { name: string; fields: readonly Field[] }[]
}
export type Chapter = { id: string; name: string; description: readonly Block[]; entries: readonly Entry[] }

/** One operation, or one event that the service sends. */
export type Entry = {
  /** In the address of the page; the operation's own id. */
  id: string
  summary: string
  description: readonly Block[]
  /** `GET /contacts`; of an event, its kind. */
  place: { method: string; path: string }
  /** What stands in the path, in the query and in the headers. */
  parameters: Readonly<Record<Parameter['in'], readonly Field[]>>
  body: readonly Field[]
  /** What the first good answer holds. */
  answer: TypeWords
  errors: readonly { status: string; codes: readonly string[] }[]
  /** Absent for an event: it is the service that sends it. */
  request?: SampleRequest
  example?: { status: string; value: unknown }
  tryable: TryableOperation
}

/** Takes a document apart for reading. @throws {Error} for text that a page could not show. */
export function readBook(document: OpenApiDocument): ReferenceBook {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .toSorted((a, b) => a.path.localeCompare(b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method))
  const events = Object.entries(document.webhooks).map(([kind, { post }]) => ({
    method: 'POST',
    path: kind,
    operation: post,
    isEvent: true,
  }))
  const all: Source[] = [...operations, ...events]
  return {
    introduction: parseText(document.info.description),
    chapters: document.tags.map(({ name, description }) => ({
      id: slug(name),
      name,
      description: parseText(description),
      entries: all.filter(({ operation }) => operation.tags[0] === name).map((source) => toEntry(source, document)),
    })),
    objects: Object.entries(document.components.schemas)
      // The body of a request stands at its operation, and the envelope of an answer is the same everywhere.
      .filter(
        ([name]) => !operations.some(({ operation }) => bodyName(operation) === name || isAnswered(operation, name)),
      )
      .map(([name, schema]) => ({ name, fields: schemaFields(schema) })),
  }
}

/** A list first, then what is made, read, changed and removed. */
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']

type Source = { method: string; path: string; operation: Operation; isEvent?: boolean }

function toEntry({ method, path, operation, isEvent = false }: Source, document: OpenApiDocument): Entry {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const fieldsIn = (place: Parameter['in']) => parameters.filter((one) => one.in === place).map(parameterField)
  const body = json(requestBody)
  const [status = '', answer] = Object.entries(responses).find(([one]) => one.startsWith('2')) ?? []
  // What an event brings is what a request asks for.
  const brought = isEvent ? body : json(answer)
  const example = firstExample(brought)
  return {
    id: operationId,
    summary,
    description: parseText(description),
    place: { method: isEvent ? '' : method, path },
    parameters: { path: fieldsIn('path'), query: fieldsIn('query'), header: fieldsIn('header') },
    body: schemaFields(document.components.schemas[bodyName(operation) ?? ''] ?? body?.schema ?? {}),
    answer: answerWords(brought?.schema, document),
    errors: errorCodes(responses),
    ...(isEvent ? {} : { request: sampleRequest(method, path, parameters, body) }),
    ...(example === undefined ? {} : { example: { status, value: example } }),
    tryable: { method, path, parameters: parameters.map(tryableParameter), ...exampleBody(body) },
  }
}

/** Every code that an operation may answer, by status. */
function errorCodes(responses: Operation['responses']): Entry['errors'] {
  return Object.entries(responses).flatMap(([status, answer]) => {
    const codes = Object.keys(json(answer)?.examples ?? {})
    return /^[45]\d\d$/.test(status) && codes.length > 0 ? [{ status, codes }] : []
  })
}

/** The component that a body is. */
function bodyName({ requestBody }: Operation): string | undefined {
  return componentName(json(requestBody))
}

function componentName(media: MediaType | undefined): string | undefined {
  return media?.schema.$ref?.replace('#/components/schemas/', '')
}

/** Whether a component is the envelope of what an operation answers when it succeeds. */
function isAnswered({ responses }: Operation, name: string): boolean {
  return Object.entries(responses).some(
    ([status, answer]) => status.startsWith('2') && componentName(json(answer)) === name,
  )
}

/** Of what stands under `data`, or of the whole. */
function answerWords(schema: JsonSchema | undefined, { components }: OpenApiDocument): TypeWords {
  const envelope = components.schemas[schema?.$ref?.replace('#/components/schemas/', '') ?? '']
  return typeWords(envelope?.properties?.data ?? schema ?? {})
}

function json(part: { content?: Record<string, MediaType> } | undefined): MediaType | undefined {
  return part?.content?.['application/json']
}

function firstExample(media: MediaType | undefined): unknown {
  return Object.values(media?.examples ?? {})[0]?.value
}

function parameterField({ name, required, description, schema }: Parameter): Field {
  const [field] = schemaFields({ properties: { [name]: { description, ...schema } as JsonSchema } })
  if (!field) throw new Error(`The parameter ${name} has no schema`)
  return { ...field, isRequired: required }
}

function tryableParameter({ name, in: place, required, example }: Parameter): TryableOperation['parameters'][number] {
  return { name, in: place, isRequired: required, ...(typeof example === 'string' ? { example } : {}) }
}

function exampleBody(media: MediaType | undefined): Pick<TryableOperation, 'body'> {
  return media === undefined ? {} : { body: JSON.stringify(firstExample(media) ?? {}, null, 2) }
}

function sampleRequest(
  method: string,
  path: string,
  parameters: readonly Parameter[],
  body: MediaType | undefined,
): SampleRequest {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example
    return typeof example === 'string' ? example : whole
  })
  const value = firstExample(body)
  return {
    method,
    path: filled,
    headers: {},
    ...(value === undefined ? {} : { body: value as NonNullable<SampleRequest['body']> }),
  }
}
