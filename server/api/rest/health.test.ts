import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { GET } from '@/app/api/health/route'

it('the health check reports the version of the service', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  const answer = await GET(new Request('http://localhost/api/health'), {})
  expect(await answer.json()).toMatchObject({ version })
})
