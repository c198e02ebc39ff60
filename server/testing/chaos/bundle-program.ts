import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT } from '@/scripts/lib/operator-error.mjs'

type Esbuild = { build: (options: Record<string, unknown>) => Promise<unknown> }

/**
 * Bundles a program with its imports from the checkout into one file, which starts faster than through a TypeScript loader. Uses the
 * loader's own bundler, which is not a direct dependency.
 *
 * @returns the file, alone in a folder that the caller removes
 */
export async function bundleProgram(entry: string): Promise<string> {
  const parent = path.join(ROOT, '.data-test')
  mkdirSync(parent, { recursive: true })
  // Inside the checkout, so that package imports resolve.
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
