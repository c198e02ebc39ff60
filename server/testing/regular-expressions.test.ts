import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'

/*
 * A backtracking regular expression with superlinear time blocks every request of the process while it runs (CWE-1333). No expression of
 * the product may do so, for any input.
 */
const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDERS = ['app', 'components', 'inngest', 'public', 'scripts', 'server']

type Expression = { location: string; source: string; flags: string }

function productFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:[jt]sx?|mjs)$/.test(file) && !/\.test\.|(?:^|\/)testing\//.test(file))
      .map((file) => path.join(folder, file)),
  )
}

function expressionsIn(file: string): Expression[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const expressions: Expression[] = []
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const line = text.slice(0, node.start).split('\n').length
      expressions.push({ location: `${file}:${line}`, source: node.regex.pattern, flags: node.regex.flags })
    },
  }).visit(parseSync(file, text).program)
  return expressions
}

const isSlow = ({ source, flags }: Pick<Expression, 'source' | 'flags'>) =>
  analyse({ source, flags }).reports.length > 0

describe('regular expressions', () => {
  it('every regular expression of the product takes linear time', () => {
    const expressions = productFiles().flatMap(expressionsIn)
    expect(expressions.length).toBeGreaterThan(200)
    expect(expressions.filter(isSlow).map(({ location, source }) => `${location} /${source}/`)).toEqual([])
  })

  it('the analysis reports cubic, quadratic and exponential regular expressions', () => {
    for (const source of [
      String.raw`\{\{\s*([^{}|]*?)\s*\}\}`,
      String.raw`\S*(?:\{\{|\}\})\S*`,
      String.raw`\s*»`,
      '^(?:a+)+$',
    ])
      expect({ source, isSlow: isSlow({ source, flags: 'u' }) }).toEqual({ source, isSlow: true })
  })
})
