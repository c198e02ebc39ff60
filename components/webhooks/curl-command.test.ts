import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { toCurlCommand } from './curl-command'

it('the curl command passes the URL, the headers and the body byte for byte', () => {
  const body = `[{"text":"it's \\"fine\\" — $HOME \`id\` \\\\ %s\n@file 'quoted'"}]`
  const command = toCurlCommand({
    hookUrl: "https://example.com/hook?a=1&b='2'",
    headers: { 'X-Service-Event': 'new_response', 'X-Service-Signature': 't=1,v1=aa' },
    body,
  })
  // Runs the command in a shell whose `curl` prints its arguments.
  const output = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
  expect(output.split('\0')).toEqual([
    "https://example.com/hook?a=1&b='2'",
    '-H',
    'X-Service-Event: new_response',
    '-H',
    'X-Service-Signature: t=1,v1=aa',
    '--data-raw',
    body,
    '',
  ])
})
