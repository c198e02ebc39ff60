import 'server-only'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import html from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'
import type { CodeLanguage } from './code-languages'

export type Token = { kind: 'plain' | 'comment' | 'string' | 'keyword' | 'number'; text: string }

/** highlight.js scopes → token kinds; the innermost mapped scope wins. */
const SCOPE_KINDS: Record<string, Token['kind']> = {
  'hljs-comment': 'comment',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-keyword': 'keyword',
  'hljs-literal': 'keyword',
  'hljs-type': 'keyword',
  'hljs-number': 'number',
}

const LANGUAGE_KINDS: Partial<Record<CodeLanguage, typeof SCOPE_KINDS>> = {
  sh: { 'hljs-built_in': 'keyword' },
  json: { 'hljs-attr': 'string' },
  html: { 'hljs-name': 'keyword' },
  http: { 'hljs-attr': 'string', 'hljs-meta': 'keyword' },
}

const sh: typeof bash = (hljs) => {
  const grammar = bash(hljs)
  return {
    ...grammar,
    keywords: Object.assign({}, grammar.keywords, { built_in: ['break', 'curl', 'echo', 'export', 'sleep'] }),
  }
}

const lowlight = createLowlight({ sh, js: javascript, python, php, ruby, go, json, http, html })

export function highlight(code: string, language: CodeLanguage): Token[] {
  const tokens: Token[] = []
  const kinds = { ...SCOPE_KINDS, ...LANGUAGE_KINDS[language] }
  const collect = ({ children }: Pick<Tree, 'children'>, parentKind: Token['kind']) => {
    for (const node of children) {
      if (node.type === 'element') collect(node, kinds[String([node.properties.className].flat()[0])] ?? parentKind)
      else if (node.type === 'text') {
        const last = tokens.at(-1)
        if (last?.kind === parentKind) last.text += node.value
        else tokens.push({ kind: parentKind, text: node.value })
      }
    }
  }
  collect(lowlight.highlight(language, code), 'plain')
  return tokens
}

type Tree = ReturnType<typeof lowlight.highlight>
