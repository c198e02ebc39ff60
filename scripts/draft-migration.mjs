import fs from 'node:fs'
import path from 'node:path'
import { exitOnError, OperatorError, ROOT } from './lib/operator-error.mjs'
import { parseArguments } from './lib/parse-arguments.mjs'
import { diffMigrationsAndPrismaSchema } from './lib/schema-diff.mjs'
import { diffMigrationsAndFunctionFiles } from './lib/sql-functions.mjs'
import { startTestPostgres } from './lib/test-postgres.mjs'

const USAGE = 'Say what the migration does, as in: npm run db:diff -- add_review_sources'

await exitOnError(async () => {
  const { values, words } = parseArguments(USAGE, { options: { check: { type: 'boolean' } }, words: 1 })
  const [name] = words
  if (name === undefined && !values.check) throw new OperatorError(USAGE)
  const server = await startTestPostgres()
  try {
    const tables = await diffMigrationsAndPrismaSchema(server.adminUrl)
    const functions = await diffMigrationsAndFunctionFiles(server.adminUrl, tables ?? '')
    const sql = [tables, functions].filter(Boolean).join('\n')
    if (values.check) check(sql)
    else draft(name, sql)
  } finally {
    await server.stop()
  }
})

/** @param {string} sql */
function check(sql) {
  if (sql !== '')
    throw new OperatorError(
      `schema.prisma, prisma/functions and the migrations do not match. Draft what is missing with npm run db:diff:\n\n${sql}`,
    )
  process.stdout.write('schema.prisma, prisma/functions and the migrations match.\n')
}

/**
 * @param {string | undefined} name
 * @param {string} sql
 */
function draft(name, sql) {
  if (!/^[a-z0-9_]+$/.test(name ?? ''))
    throw new OperatorError(`A migration's name is made of a-z, 0-9 and _. ${USAGE}`)
  if (sql === '') {
    process.stdout.write('schema.prisma, prisma/functions and the migrations agree: nothing to draft.\n')
    return
  }
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const file = path.join('prisma/migrations', `${timestamp}_${name}`, 'migration.sql')
  fs.mkdirSync(path.dirname(path.join(ROOT, file)))
  fs.writeFileSync(path.join(ROOT, file), sql)
  process.stdout.write(
    `Drafted ${file}: read it, and add by hand what neither schema.prisma nor prisma/functions can say.\n`,
  )
}
