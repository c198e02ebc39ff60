import { httpStatus } from '../../../errors'
import { toFieldErrors } from '../../../validation/field-errors'
import type { RestOperation } from '../list-operations'
import { describeErrorResponses, getResourceNoun } from './error-responses'
import type { OperationExample } from './examples/example-builders'
import { describeResponseHeaders, IDEMPOTENCY_KEY_PARAMETER } from './headers'
import { registerEnvelopeComponent, toJsonSchema } from './json-schema'
import type { Example, JsonSchema, OperationObject, ParameterObject, ResponseObject } from './openapi-types'
import { getOperationExample } from './operation-examples'

type Components = Record<string, JsonSchema>

/**
 * Describes a procedure as an OpenAPI operation. The request body becomes a component named after the operation, so
 * that generated clients have a type for it.
 * @throws {Error} for incomplete metadata.
 */
export function buildOperationObject(procedure: RestOperation, components: Components): OperationObject {
  const { openapi: { operationId, tags } = {}, summary, description } = procedure.meta
  if (!operationId || !summary || !description || !tags?.length)
    throw new Error(
      `${procedure.resource}.${procedure.action} has a route but no operationId, summary, description or tag`,
    )
  const example = getOperationExample(procedure)
  const { parameters, requestBody } = describeRequest(procedure, operationId, example, components)
  return {
    operationId,
    summary,
    description: `${description}\n\nNeeds the scope \`${procedure.scope}\`.`,
    tags,
    security: [{ ApiKey: [procedure.scope] }, { Bearer: [procedure.scope] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...describeSuccesses(procedure, example, components),
      ...describeErrorResponses(procedure, exampleFieldErrors(procedure, example)),
    },
  }
}

type InputField = { field: string; property: JsonSchema; location: 'path' | 'query' | 'body'; required: boolean }
type OperationRequest = { parameters: ParameterObject[]; requestBody?: OperationObject['requestBody'] }

function describeRequest(
  procedure: RestOperation,
  operationId: string,
  example: OperationExample,
  components: Components,
): OperationRequest {
  const { method, path, input } = procedure
  const schema = toJsonSchema(input, 'input', components)
  const values = example.input as Record<string, unknown>
  // JSON Schema has no defaults for transformed values; take those that the parser applies.
  const defaults = input.safeParse({}).data ?? {}
  const inputFields = Object.entries(schema.properties ?? {}).map(([field, raw]): InputField => {
    const location = path.includes(`{${field}}`) ? 'path' : method === 'GET' ? 'query' : 'body'
    const property = {
      ...(location === 'path' ? { description: `The id of the ${getResourceNoun(procedure)}.` } : {}),
      ...raw,
      ...(field in defaults ? { default: defaults[field] } : {}),
    }
    const required = location === 'path' || (schema.required ?? []).includes(field)
    return { field, property, location, required }
  })
  const parameters = inputFields.flatMap((inputField) =>
    inputField.location === 'body' ? [] : [describeParameter(inputField, values)],
  )
  if (method === 'POST') parameters.push(IDEMPOTENCY_KEY_PARAMETER)
  const fields = inputFields.filter(({ location }) => location === 'body')
  if (fields.length === 0) return { parameters }

  const component = operationId.charAt(0).toUpperCase() + operationId.slice(1)
  if (component in components) throw new Error(`A schema has the name ${component} already`)
  components[component] = bodySchema(schema, fields)
  const pickBodyFields = (all: Record<string, unknown>) =>
    Object.fromEntries(fields.flatMap(({ field }) => (field in all ? [[field, all[field]]] : [])))
  const examples: Record<string, Example> = { example: { value: pickBodyFields(values) } }
  for (const [name, { summary, fields: added }] of Object.entries(example.variants ?? {}))
    examples[name] = { summary, value: pickBodyFields({ ...values, ...added }) }
  const content = { schema: { $ref: `#/components/schemas/${component}` }, examples }
  return { parameters, requestBody: { required: true, content: { 'application/json': content } } }
}

function bodySchema(input: JsonSchema, fields: InputField[]): JsonSchema {
  const { properties: _, required: __, ...rest } = input
  const required = fields.filter((field) => field.required).map(({ field }) => field)
  const properties = Object.fromEntries(fields.map(({ field, property }) => [field, property]))
  return { ...rest, properties, ...(required.length > 0 ? { required } : {}) }
}

function describeParameter(
  { field, property, location, required }: InputField,
  values: Record<string, unknown>,
): ParameterObject {
  const { description, ...schema } = property
  // Of a parameter that excludes others, which the example has.
  const [example] = (schema.examples ?? []) as unknown[]
  return {
    name: field,
    in: location === 'path' ? 'path' : 'query',
    required,
    ...(description === undefined ? {} : { description }),
    schema,
    ...(field in values ? { example: values[field] } : example === undefined ? {} : { example }),
  }
}

function describeSuccesses(
  { resource, action, method, meta, output }: RestOperation,
  { responses, responseVariants = {} }: OperationExample,
  components: Components,
): Record<string, ResponseObject> {
  const schema = registerEnvelopeComponent(toJsonSchema(output, 'output', components), components)
  const described = Object.entries(meta.responses ?? {})
  if (described.length === 0) throw new Error(`${resource}.${action} does not say what it answers`)
  return Object.fromEntries(
    described.map(([status, description]): [string, ResponseObject] => {
      const value: unknown = responses[Number(status) as 200 | 201]
      const examples: Record<string, Example> = { example: { value }, ...responseVariants }
      const headers = describeResponseHeaders(method, Number(status))
      return [status, { description, headers, content: { 'application/json': { schema, examples } } }]
    }),
  )
}

function exampleFieldErrors(
  { resource, action, input }: RestOperation,
  { input: valid, invalidFields }: OperationExample,
) {
  const { error } = input.safeParse({ ...(valid as object), ...invalidFields })
  if (!error)
    throw new Error(`${resource}.${action}: its example of a fault has none (status ${httpStatus('VALIDATION_ERROR')})`)
  return toFieldErrors(error)
}
