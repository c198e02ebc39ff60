import { env } from '../../../env'
import { appRouter } from '../../routers/app-router'
import { listRestOperations } from '../list-operations'
import { buildOperationObject } from './build-operation-object'
import { describeWebhooks } from './describe-webhooks'
import { DESCRIPTION, SECURITY_SCHEMES, SUMMARY, TAGS } from './description'
import { ERROR_SCHEMA } from './error-responses'
import { RESPONSE_HEADERS } from './headers'
import type { JsonSchema, OpenApiDocument } from './openapi-types'
import { toPostmanCollection } from './postman'

let document: OpenApiDocument | undefined
let documentJson: string | undefined

export function getOpenApiDocument(): OpenApiDocument {
  return (document ??= buildDocument())
}

export function handleOpenApi(): Response {
  return publicJson((documentJson ??= JSON.stringify(getOpenApiDocument())))
}

export function handlePostmanCollection(): Response {
  return publicJson(JSON.stringify(toPostmanCollection(getOpenApiDocument())))
}

function publicJson(body: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=300',
      'Access-Control-Allow-Origin': '*',
    },
  })
}

function buildDocument(): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = { Error: ERROR_SCHEMA }
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of listRestOperations(appRouter._def.record)) {
    const operations = (paths[operation.path] ??= {})
    operations[operation.method.toLowerCase()] = buildOperationObject(operation, schemas)
  }
  const webhooks = describeWebhooks(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Customer Feedback Service',
      version: '1.0.0',
      summary: SUMMARY,
      description: DESCRIPTION,
      contact: { name: 'Guides and reference', url: `${env.baseUrl}/docs` },
      // SPDX form for a license that is not on its list: the repository grants none.
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: `${env.baseUrl}/api/v1`, description: 'This installation.' }],
    tags: TAGS,
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
      headers: RESPONSE_HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
