import { expect, it } from 'vitest'
import { openApiDocument } from './openapi'

it('the document tells the true status of success and one schema for every error', () => {
  const { paths, components } = openApiDocument()
  const create = paths['/contacts']?.post
  expect(Object.keys(create?.responses ?? {})).toEqual(
    ['201', '400', '401', '403', '404', '409', '413', '429', '500'].toSorted(),
  )
  expect(components.schemas).toHaveProperty('Error')
  expect(Object.keys(components.schemas ?? {}).filter((name) => name.startsWith('error.'))).toEqual([])
})
