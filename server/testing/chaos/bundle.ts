import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT } from '@/scripts/lib/checkout.mjs'

type Esbuild = { build: (options: Record<string, unknown>) => Promise<unknown> }

/**
 * One file of a program and all that it imports from the checkout, which starts faster than through a TypeScript loader. Made
 * with the bundler that the loader brings along, which is a dependency of that package and not of ours.
 *
 * @returns the file, alone in a folder that the caller removes
 */
export async function bundle(entry: string): Promise<string> {
  const parent = path.join(ROOT, '.data-test')
  mkdirSync(parent, { recursive: true })
  // Inside the checkout, where the packages that the bundle imports are found.
  const outfile = path.join(mkdtempSync(path.join(parent, 'worker-')), 'worker.mjs')
  const require = createRequire(import.meta.url)
  const esbuild = createRequire(require.resolve('tsx'))('esbuild') as Esbuild
  await esbuild.build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    tsconfig: path.join(ROOT, 'tsconfig.json'),
    logLevel: 'error',
  })
  if (!existsSync(outfile)) throw new Error(`${entry} could not be bundled`)
  return outfile
}
