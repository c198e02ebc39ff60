import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript-5'
import { describe, expect, it } from 'vitest'

/*
 * The flows of docs/architecture.md by go-to-definition: the TypeScript compiler resolves each name of a file to its declaration.
 */

const ROOT = path.resolve(import.meta.dirname, '..')
const page = readFileSync(path.join(import.meta.dirname, 'architecture.md'), 'utf8')
const flows = [...page.matchAll(/^\| (.+?) +\| `([^`]+)` +\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
  ([, flow = '', ...files]) => [flow.trim(), files] as const,
)
const program = createProgram(flows.flatMap(([, files]) => files))
const checker = program.getTypeChecker()

it('docs/architecture.md has fifteen flows', () => expect(flows).toHaveLength(15))

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

function createProgram(files: string[]): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }
  const config = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, 'tsconfig.json'), { incremental: false }, host)
  if (config === undefined) throw new Error('tsconfig.json cannot be read.')
  return ts.createProgram(
    files.map((file) => path.join(ROOT, file)),
    config.options,
  )
}

/** Nothing calls a queue: a file leads to it that writes its rows and signals it, itself, through its queries, or through what these call. */
function leadsTo(file: string, rule: string): boolean {
  const callees = homesOfNamesIn(file)
  const queue = queueDeclaredIn(rule)
  if (queue === undefined) return callees.includes(rule)
  const ofQueries = callees.filter((callee) => callee.endsWith('/queries.ts')).flatMap(homesOfNamesIn)
  return [file, ...callees, ...ofQueries].some((each) => queuesSignalledIn(each).includes(queue))
}

/** The files that declare the values which a file uses; what it only imports does not count. */
function homesOfNamesIn(file: string): string[] {
  return [...new Set(declarationsUsedIn(file).map(homeOf))]
}

/** The queues of the signals that a file makes: `{ queue: 'deliveries', … }`. */
function queuesSignalledIn(file: string): string[] {
  if (!program.getSourceFile(path.join(ROOT, file))) return []
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

function declarationsUsedIn(file: string): ts.Declaration[] {
  const found: ts.Declaration[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isIdentifier(node)) found.push(...declarationsOf(node))
    node.forEachChild(visit)
  }
  sourceOf(file).forEachChild(visit)
  return found
}

function declarationsOf(name: ts.Identifier): ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name)
  if (symbol === undefined) return []
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return target.declarations ?? []
}

const homeOf = (declaration: ts.Declaration) => path.relative(ROOT, declaration.getSourceFile().fileName)

function sourceOf(file: string): ts.SourceFile {
  const source = program.getSourceFile(path.join(ROOT, file))
  if (source === undefined) throw new Error(`${file} is not part of the program.`)
  return source
}
