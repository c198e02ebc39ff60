import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anApiKey, anOrganization } from '../factories/basics'
import { type RestServer, startRestServer } from '../servers/rest-server'
import { CLIENT_PROGRAM } from './client-program'

const root = path.resolve(import.meta.dirname, '../../..')
const modules = path.join(root, 'node_modules')
const run = promisify(execFile)

let server: RestServer
let folder: string

/** An integrator's project: the served document, types generated from it, and a program that uses them. */
beforeAll(async () => {
  server = await startRestServer()
  folder = await mkdtemp(path.join(tmpdir(), 'api-client-'))
  await symlink(modules, path.join(folder, 'node_modules'))
  const document = await fetch(`${server.url}/api/v1/openapi.json`)
  await writeFile(path.join(folder, 'openapi.json'), await document.text())
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(STRICT))
  await run(
    process.execPath,
    [
      '--import',
      path.join(import.meta.dirname, 'typescript-5.mjs'),
      path.join(modules, 'openapi-typescript/bin/cli.js'),
      'openapi.json',
      '--output',
      'api.d.ts',
    ],
    { cwd: folder },
  )
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

it('a client generated from the OpenAPI document compiles and works against the API', async () => {
  await writeFile(path.join(folder, 'program.ts'), CLIENT_PROGRAM)
  expect(await compile()).toBe('')

  const { key } = await anApiKey(await anOrganization(), ['admin'])
  const { stdout } = await run(process.execPath, ['program.js', `${server.url}/api/v1`, key], { cwd: folder })

  expect(JSON.parse(stdout)).toEqual({
    isFunction: 'function',
    created: [201, 'Ada'],
    replayed: ['true', true],
    twin: [409, 'CONTACT_EXISTS', true],
    updated: { plan: 'pro' },
    got: [['vip'], null],
    listed: [['ada@example.com'], 1],
    survey: [201, ['text']],
    sent: [2, ['queued', 'queued']],
    empty: [[], [], []],
    subscribed: [201, 'whsec_', 200, null],
    removed: false,
    deleted: true,
    gone: [404, 'NOT_FOUND'],
  })
})

it('a client with an unknown path or field does not compile', async () => {
  const wrong = CLIENT_PROGRAM.replace("GET('/sequences')", "GET('/sequence')").replace(
    'data.firstName',
    'data.forename',
  )
  await writeFile(path.join(folder, 'program.ts'), wrong)

  const compilerErrors = await compile()

  expect(compilerErrors.match(/error TS\d+/g)).toEqual(['error TS2339', 'error TS2554'])
  expect(compilerErrors).toContain("'forename' does not exist")
})

it('the generated types contain the operation names of the API', async () => {
  const types = await readFile(path.join(folder, 'api.d.ts'), 'utf8')
  for (const name of ['listContacts', 'executeSequence', 'replyToReview', 'subscribeWebhook', 'onStepCompleted'])
    expect(types).toMatch(new RegExp(`\\b${name}: \\{`))
})

async function compile(): Promise<string> {
  try {
    await run(process.execPath, [path.join(modules, 'typescript/bin/tsc'), '--project', '.'], { cwd: folder })
    return ''
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
  }
}

const STRICT = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    skipLibCheck: true,
  },
  files: ['program.ts'],
}
