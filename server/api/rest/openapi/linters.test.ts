import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { getOpenApiDocument } from './openapi'

const source = JSON.stringify(getOpenApiDocument())

it('the OpenAPI document has no errors or warnings under Redocly’s recommended rules', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The test server is localhost.
      'no-server-example.com': 'off',
      // Of /contacts/by-email/{address} and /contacts/{id}/erase: no id is `by-email`, and no address is `erase`.
      'no-ambiguous-paths': 'off',
    },
  })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})

it('the OpenAPI document has no errors or warnings under spectral:oas', async () => {
  const spectral = new Spectral()
  // OpenAPI 3.1 permits scopes for API keys (Security Requirement Object); the rule only knows 3.0.
  spectral.setRuleset({ extends: [oas as RulesetDefinition], rules: { 'oas3-operation-security-defined': 'off' } })
  const problems = await spectral.run(source)
  expect(problems.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
})
