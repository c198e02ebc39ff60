import { env } from '../../env'

export function handleServiceDescription(): Response {
  return Response.json(DESCRIPTION, { headers: { 'Cache-Control': 'public, max-age=300' } })
}

const DESCRIPTION = {
  name: 'Customer Feedback Service',
  description:
    'The contacts, surveys, sequences, responses, reviews and signed webhooks of your organization, over REST. Every request needs an API key, lists come in pages, and all errors have the same shape.',
  versions: [{ version: 'v1', url: `${env.baseUrl}/api/v1`, openapi: `${env.baseUrl}/api/v1/openapi.json` }],
  documentation: `${env.baseUrl}/docs`,
  reference: `${env.baseUrl}/docs/api`,
  health: `${env.baseUrl}/api/health`,
  authentication: [
    { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    { type: 'http', scheme: 'bearer' },
  ],
}
