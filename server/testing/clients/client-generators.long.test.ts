import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RestServer, startRestServer } from '../servers/rest-server'

const run = promisify(execFile)

const TYPESCRIPT = 'typescript@5.9.3'

type Generator = {
  packages: string[]
  files?: Record<string, string>
  command: string[]
}

const KUBB = '4.39.3'

/** Client generators in use by integrators. Each reads `openapi.json` and writes TypeScript to `out`. */
const GENERATORS: Record<string, Generator> = {
  'openapi-typescript': {
    packages: ['openapi-typescript@7.13.0'],
    command: ['openapi-typescript', 'openapi.json', '--output', 'out/api.ts'],
  },
  'hey-api': {
    packages: ['@hey-api/openapi-ts@0.99.0'],
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'out'],
  },
  orval: {
    packages: ['orval@8.38.0'],
    files: {
      'orval.config.mjs': `export default {
        api: { input: './openapi.json', output: { target: './out/api.ts', client: 'fetch', mode: 'single' } },
      }`,
    },
    command: ['orval'],
  },
  'openapi-zod-client': {
    packages: ['openapi-zod-client@1.18.3', 'zod@3.25.76', '@zodios/core@10.9.6', 'axios@1.21.1'],
    command: ['openapi-zod-client', 'openapi.json', '-o', 'out/api.ts'],
  },
  kubb: {
    packages: [
      ...['core', 'cli', 'plugin-oas', 'plugin-ts', 'plugin-client', 'plugin-zod'].map(
        (part) => `@kubb/${part}@${KUBB}`,
      ),
      'zod@4.6.7',
    ],
    files: {
      'kubb.config.ts': `
        import { defineConfig } from '@kubb/core'
        import { pluginClient } from '@kubb/plugin-client'
        import { pluginOas } from '@kubb/plugin-oas'
        import { pluginTs } from '@kubb/plugin-ts'
        import { pluginZod } from '@kubb/plugin-zod'
        export default defineConfig({
          input: { path: './openapi.json' },
          output: { path: './out' },
          plugins: [pluginOas(), pluginTs(), pluginZod(), pluginClient({ client: 'fetch' })],
        })`,
    },
    command: ['kubb', 'generate'],
  },
}

const STRICT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  },
  include: ['out'],
}

let server: RestServer
let document: string
let folder: string

beforeAll(async () => {
  server = await startRestServer()
  document = await (await fetch(`${server.url}/api/v1/openapi.json`)).text()
  folder = await mkdtemp(path.join(tmpdir(), 'generators-'))
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

it.each(Object.entries(GENERATORS))(
  'a client that %s generates from the OpenAPI document compiles',
  async (name, { packages, files = {}, command }) => {
    const cwd = path.join(folder, name)
    await mkdir(path.join(cwd, 'out'), { recursive: true })
    const inputs = { 'openapi.json': document, 'package.json': '{ "type": "module", "private": true }', ...files }
    for (const [file, content] of Object.entries({ ...inputs, 'tsconfig.json': JSON.stringify(STRICT) }))
      await writeFile(path.join(cwd, file), content)
    const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
    await run('npm', ['install', ...options, TYPESCRIPT, ...packages], { cwd })

    await run('npx', ['--no-install', ...command], { cwd })
    const compiled = await run('npx', ['--no-install', 'tsc', '--project', '.'], { cwd }).catch(
      (failed: { stdout: string }) => failed,
    )
    expect(compiled.stdout).toBe('')
  },
)
