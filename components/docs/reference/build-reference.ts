import 'server-only'
import { slug } from 'github-slugger'
import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
} from '@/server/api/rest/openapi/openapi-types'
import { type Block, parseMarkdown } from '../markdown'
import type { SampleRequest } from '../request-samples'
import { describeType, listSchemaFields, type SchemaField, type TypeDescription } from './schema-fields'
import type { TryableOperation } from './send-request'

/* The OpenAPI document prepared for reading: introduction, and operations grouped by tag. */

export type ApiReference = {
  introduction: readonly Block[]
  chapters: readonly ReferenceChapter[]
  objects: readonly { name: string; fields: readonly SchemaField[] }[]
}
export type ReferenceChapter = {
  id: string
  name: string
  description: readonly Block[]
  entries: readonly OperationOrEvent[]
}

export type OperationOrEvent = {
  id: string
  summary: string
  description: readonly Block[]
  /** `GET /contacts`; for an event, its type. */
  endpoint: { method: string; path: string }
  parameters: Readonly<Record<ParameterObject['in'], readonly SchemaField[]>>
  body: readonly SchemaField[]
  /** Type of the first success response. */
  response: TypeDescription
  errors: readonly { status: string; codes: readonly string[] }[]
  /** Absent for events, which the service sends. */
  request?: SampleRequest
  example?: { status: string; value: unknown }
  tryable: TryableOperation
}

/** Converts an OpenAPI document for display. @throws {Error} for Markdown that the page cannot render. */
export function buildReference(document: OpenApiDocument): ApiReference {
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
  const sources: OperationSource[] = [...operations, ...events]
  return {
    introduction: parseMarkdown(document.info.description),
    chapters: document.tags.map(({ name, description }) => ({
      id: slug(name),
      name,
      description: parseMarkdown(description),
      entries: sources.filter(({ operation }) => operation.tags[0] === name).map((source) => toEntry(source, document)),
    })),
    objects: Object.entries(document.components.schemas)
      // Request bodies appear with their operation, and response envelopes are the same everywhere.
      .filter(
        ([name]) =>
          !operations.some(({ operation }) => bodyName(operation) === name || isSuccessEnvelope(operation, name)),
      )
      .map(([name, schema]) => ({ name, fields: listSchemaFields(schema) })),
  }
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']

type OperationSource = { method: string; path: string; operation: OperationObject; isEvent?: boolean }

function toEntry(
  { method, path, operation, isEvent = false }: OperationSource,
  document: OpenApiDocument,
): OperationOrEvent {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const parameterFields = (location: ParameterObject['in']) =>
    parameters.filter((parameter) => parameter.in === location).map(parameterField)
  const body = jsonMedia(requestBody)
  const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  // An event's payload is its request body.
  const payload = isEvent ? body : jsonMedia(answer)
  const example = firstExample(payload)
  return {
    id: operationId,
    summary,
    description: parseMarkdown(description),
    endpoint: { method: isEvent ? '' : method, path },
    parameters: { path: parameterFields('path'), query: parameterFields('query'), header: parameterFields('header') },
    body: listSchemaFields(document.components.schemas[bodyName(operation) ?? ''] ?? body?.schema ?? {}),
    response: successType(payload?.schema, document),
    errors: errorCodes(responses),
    ...(isEvent ? {} : { request: sampleRequest(method, path, parameters, body) }),
    ...(example === undefined ? {} : { example: { status, value: example } }),
    tryable: { method, path, parameters: parameters.map(tryableParameter), ...exampleBody(body) },
  }
}

function errorCodes(responses: OperationObject['responses']): OperationOrEvent['errors'] {
  return Object.entries(responses).flatMap(([status, answer]) => {
    const codes = Object.keys(jsonMedia(answer)?.examples ?? {})
    return /^[45]\d\d$/.test(status) && codes.length > 0 ? [{ status, codes }] : []
  })
}

function bodyName({ requestBody }: OperationObject): string | undefined {
  return componentName(jsonMedia(requestBody)?.schema)
}

function componentName(schema: JsonSchema | undefined): string | undefined {
  return schema?.$ref?.replace('#/components/schemas/', '')
}

function isSuccessEnvelope({ responses }: OperationObject, name: string): boolean {
  return Object.entries(responses).some(
    ([status, answer]) => status.startsWith('2') && componentName(jsonMedia(answer)?.schema) === name,
  )
}

function successType(schema: JsonSchema | undefined, { components }: OpenApiDocument): TypeDescription {
  const envelope = components.schemas[componentName(schema) ?? '']
  return describeType(envelope?.properties?.data ?? schema ?? {})
}

function jsonMedia(part: { content?: Record<string, MediaType> } | undefined): MediaType | undefined {
  return part?.content?.['application/json']
}

function firstExample(media: MediaType | undefined): unknown {
  return Object.values(media?.examples ?? {})[0]?.value
}

function parameterField({ name, required, description, schema }: ParameterObject): SchemaField {
  const [field] = listSchemaFields({ properties: { [name]: { description, ...schema } as JsonSchema } })
  if (!field) throw new Error(`The parameter ${name} has no schema`)
  return { ...field, isRequired: required }
}

function tryableParameter({
  name,
  in: location,
  required,
  example,
}: ParameterObject): TryableOperation['parameters'][number] {
  return { name, in: location, isRequired: required, ...(typeof example === 'string' ? { example } : {}) }
}

function exampleBody(media: MediaType | undefined): Pick<TryableOperation, 'body'> {
  return media === undefined ? {} : { body: JSON.stringify(firstExample(media) ?? {}, null, 2) }
}

function sampleRequest(
  method: string,
  path: string,
  parameters: readonly ParameterObject[],
  body: MediaType | undefined,
): SampleRequest {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const example = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example
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
