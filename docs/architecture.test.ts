import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript-5'
import { describe, expect, it } from 'vitest'

/*
 * The flows of docs/architecture.md by go-to-definition: from each imported name that a file uses to the file that declares it. The files are
 * parsed and their imports resolved as the compiler does; types are not checked, which would read the whole tree.
 */

const ROOT = path.resolve(import.meta.dirname, '..')
const page = readFileSync(path.join(import.meta.dirname, 'architecture.md'), 'utf8')
const flows = [...page.matchAll(/^\| (.+?) +\| `([^`]+)` +\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
  ([, flow = '', ...files]) => [flow.trim(), files] as const,
)
const options = readCompilerOptions()
const sources = new Map<string, ts.SourceFile>()
const modules = new Map<string, string | undefined>()

it('docs/architecture.md has seventeen flows', () => expect(flows).toHaveLength(17))

describe('the files of a documented flow lead to one another', () => {
  it.each(flows)('%s', (_, files) => {
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
    const [entry = '', then = '', rule = ''] = files
    expect(homesOfNamesIn(entry)).toContain(then)
    expect(leadsTo(then, rule)).toBe(true)
  })
})

it('finds no way where no definition leads', () => {
  expect(leadsTo('server/api/routers/contacts.ts', 'server/outbound/safe-request.ts')).toBe(false)
  expect(leadsTo('server/contacts/contacts.ts', flows[1]?.[1].at(-1) ?? '')).toBe(false)
})

it.each(['CONTRIBUTING.md', 'README.md', 'docs/architecture.md', 'docs/jobs.md', 'docs/security.md', 'docs/design.md'])(
  '%s names only files and folders that exist',
  (document) => {
    const text = readFileSync(path.join(ROOT, document), 'utf8')
    const named = [...text.matchAll(/`((?:app|components|docs|e2e|inngest|prisma|scripts|server)\/[\w./()[\]-]*)`/g)]
    const exists = (file: string) =>
      ['', '.ts', '.tsx'].some((extension) => existsSync(path.join(ROOT, file + extension)))
    expect(named.map(([, file = '']) => file).filter((file) => !exists(file))).toEqual([])
  },
)

function readCompilerOptions(): ts.CompilerOptions {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }
  const config = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, 'tsconfig.json'), { incremental: false }, host)
  if (config === undefined) throw new Error('tsconfig.json cannot be read.')
  return config.options
}

/** Nothing calls a queue: a file leads to it that writes its rows and signals it, itself, through its queries, or through what these call. */
function leadsTo(file: string, rule: string): boolean {
  const callees = homesOfNamesIn(file)
  const queue = queueDeclaredIn(rule)
  if (queue === undefined) return callees.includes(rule)
  const ofQueries = callees.filter((callee) => callee.endsWith('/queries.ts')).flatMap(homesOfNamesIn)
  return [file, ...callees, ...ofQueries].some((each) => queuesSignalledIn(each).includes(queue))
}

/** The files that declare the imported values which a file uses; what it only imports does not count. */
function homesOfNamesIn(file: string): string[] {
  const source = sourceOf(file)
  const imported = importsOf(file, source)
  const homes = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    const home = ts.isIdentifier(node) && !isNameOfProperty(node) ? imported.get(node.text) : undefined
    if (home !== undefined) homes.add(home)
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  return [...homes]
}

/** `name` of `object.name` and of `{ name: value }`. */
function isNameOfProperty(node: ts.Identifier): boolean {
  const { parent } = node
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node
}

/** The imported values of a file, each with the file that declares it. */
function importsOf(file: string, source: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !statement.importClause || statement.importClause.isTypeOnly) continue
    const home = resolveModule(file, statement.moduleSpecifier)
    if (home === undefined) continue
    const { name, namedBindings } = statement.importClause
    if (name) found.set(name.text, home)
    if (namedBindings && ts.isNamespaceImport(namedBindings)) found.set(namedBindings.name.text, home)
    if (namedBindings && ts.isNamedImports(namedBindings))
      for (const { name: local, propertyName } of namedBindings.elements)
        found.set(local.text, homeOf(home, (propertyName ?? local).text))
  }
  return found
}

/** The file that declares what a file exports: another one, if it exports a name of that one. */
function homeOf(file: string, name: string): string {
  for (const statement of sourceOf(file).statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue
    const { exportClause } = statement
    const named = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : []
    const element = named.find((each) => each.name.text === name)
    const from = element && resolveModule(file, statement.moduleSpecifier)
    if (from) return homeOf(from, (element.propertyName ?? element.name).text)
  }
  return file
}

/** The path from the root of the file that an import names, if it is one of ours. */
function resolveModule(file: string, specifier: ts.Expression): string | undefined {
  if (!ts.isStringLiteral(specifier) || !/^[.@]\.?\//.test(specifier.text)) return undefined
  const key = `${path.dirname(file)} ${specifier.text}`
  if (!modules.has(key)) {
    const { resolvedModule } = ts.resolveModuleName(specifier.text, path.join(ROOT, file), options, ts.sys)
    modules.set(key, resolvedModule && path.relative(ROOT, resolvedModule.resolvedFileName))
  }
  return modules.get(key)
}

/** The queues of the signals that a file makes: `{ queue: 'deliveries', … }`. */
function queuesSignalledIn(file: string): string[] {
  return [...sourceOf(file).text.matchAll(/\bqueue: '([^']+)'/g)].map(([, queue = '']) => queue)
}

function queueDeclaredIn(file: string): string | undefined {
  let name: string | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^define(Batch)?Queue$/.test(node.expression.getText()))
      name = /name: '([^']+)'/.exec(node.getText())?.[1]
    node.forEachChild(visit)
  }
  sourceOf(file).forEachChild(visit)
  return name
}

function sourceOf(file: string): ts.SourceFile {
  const known = sources.get(file)
  if (known) return known
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true)
  sources.set(file, source)
  return source
}
