import type { OpenApiDocument, OperationObject, ParameterObject } from './openapi-types'

type Variable = { key: string; value: string; description?: string; disabled?: boolean }
type Item = {
  name: string
  request: {
    method: string
    description: string
    header: Variable[]
    url: { raw: string; host: string[]; path: string[]; query: Variable[]; variable: Variable[] }
    body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
  }
}

export type PostmanCollection = {
  info: { name: string; description: string; schema: string }
  auth: { type: 'apikey'; apikey: { key: string; value: string; type: 'string' }[] }
  variable: Variable[]
  item: { name: string; description: string; item: Item[] }[]
}

/**
 * Converts the document to a collection of ready-to-send requests: a folder per tag, the first example as body,
 * optional parameters disabled. Each POST gets an `Idempotency-Key` that is generated per send, which OpenAPI cannot
 * express.
 */
export function toPostmanCollection({ info, servers, tags, paths }: OpenApiDocument): PostmanCollection {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return {
    info: {
      name: info.title,
      description: info.summary,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: Object.entries({ key: 'X-API-Key', value: '{{apiKey}}', in: 'header' }).map(([key, value]) => ({
        key,
        value,
        type: 'string',
      })),
    },
    variable: [
      { key: 'baseUrl', value: servers[0]?.url ?? '' },
      { key: 'apiKey', value: 'YOUR_API_KEY' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ path, method, operation }) => describeItem(path, method, operation)),
    })),
  }
}

function describeItem(
  path: string,
  method: string,
  { summary, description, parameters = [], requestBody }: OperationObject,
): Item {
  const parts = path.split('/').slice(1)
  const segments = parts.map((part) => part.replace(/^\{(.+)\}$/, ':$1'))
  const json = requestBody?.content['application/json']
  const [example] = Object.values(json?.examples ?? {})
  const header: Variable[] = []
  if (method === 'POST') header.push({ key: 'Idempotency-Key', value: '{{$guid}}' })
  if (example) header.push({ key: 'Content-Type', value: 'application/json' })
  return {
    name: summary,
    request: {
      method,
      description,
      header,
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        query: parameters.filter((one) => one.in === 'query').map(describeVariable),
        variable: parameters.filter((one) => one.in === 'path').map(describeVariable),
      },
      ...(example
        ? { body: { mode: 'raw', raw: JSON.stringify(example.value, null, 2), options: { raw: { language: 'json' } } } }
        : {}),
    },
  }
}

function describeVariable({ name, description, required, example = '' }: ParameterObject): Variable {
  return {
    key: name,
    value: typeof example === 'string' ? example : JSON.stringify(example),
    ...(description === undefined ? {} : { description }),
    ...(required ? {} : { disabled: true }),
  }
}
