import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findDuplicateTypes, findOldWords, findStaleDocTags } from './lib/lint-names.mjs'
import { exitOnError, OperatorError, ROOT } from './lib/operator-error.mjs'

/** The list itself, texts for users, upgrades of older databases, and generated files. */
const IGNORED =
  /^(scripts\/lib\/lint-names|server\/messages\/(en|fr)\/|docs\/guides\/|prisma\/upgrades\/|prisma\/generated\/|package-lock\.json)/

/** @type {Record<string, string[]>} */
const ALLOWED_WORDS = {
  // A system user.
  'scripts/lib/postgres-binaries.mjs': ['nobody'],
  // English stop words.
  'server/overview/stop-words.ts': ['somebody', 'nobody', 'whom'],
  // A description in the API's document.
  'server/api/routers/employees.ts': ['whom'],
}

await exitOnError(async () => {
  const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  const files = names
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|sql|prisma|md|css)$/.test(file) && !IGNORED.test(file))
    .filter((file) => fs.existsSync(path.join(ROOT, file)))
    .map((file) => ({ file, text: fs.readFileSync(path.join(ROOT, file), 'utf8') }))
  const code = files.filter(({ file }) => /\.tsx?$/.test(file))
  const faults = [...findOldWords(files, ALLOWED_WORDS), ...findDuplicateTypes(code), ...findStaleDocTags(code)]
  if (faults.length > 0) throw new OperatorError(faults.join('\n'))
})
