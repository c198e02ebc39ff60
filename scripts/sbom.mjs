import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ensureDependencies, getNpmCommand } from './lib/install-dependencies.mjs'
import { exitOnError, OperatorError, ROOT } from './lib/operator-error.mjs'
import { parseArguments } from './lib/parse-arguments.mjs'

/* Writes a CycloneDX SBOM of the installed packages: versions, licences and hashes. */

await exitOnError(async () => {
  const [file = 'sbom.cdx.json'] = parseArguments('Name the file, or nothing.', { words: 1 }).words
  const target = path.resolve(file)
  ensureDependencies()
  const npm = getNpmCommand()
  const { status, stdout, stderr, error } = spawnSync(
    npm.file,
    [...npm.prefix, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: npm.shell },
  )
  if (status !== 0)
    throw new OperatorError(
      `npm could not list the packages (npm 10 or newer can):\n${error?.message ?? stderr.trim()}`,
    )
  const bill = JSON.parse(stdout)
  // npm uses the name of the folder.
  bill.metadata.component.name = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')).name
  fs.writeFileSync(target, `${JSON.stringify(bill, null, 2)}\n`)
  process.stdout.write(`Wrote ${bill.components.length} packages to ${target}.\n`)
})
