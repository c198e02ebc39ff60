/** Words of an earlier private language; docs/glossary.md has the terms of today. */
const OLD_WORDS = ['somebody', 'nobody', 'whoever', 'whom', 'anew']

const lower = OLD_WORDS.join('|')
const capital = OLD_WORDS.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('|')

/** A separate word, also between underscores; the start of a camelCase name; a later part of one. */
const FORMS = [
  `(?<![A-Za-z])(?:${lower}|${capital}|${lower.toUpperCase()})(?![A-Za-z])`,
  `(?<![A-Za-z])(?:${lower}|${capital})(?=[A-Z])`,
  `(?<=[a-z0-9])(?:${capital})(?![a-z])`,
]
const OLD_WORD = new RegExp(FORMS.join('|'), 'g')

/** A literal that is one such word, or begins with it: a stored value or a selector of a message. */
const VALUE = new RegExp(`['"](?:${lower})(?:[A-Z]\\w*)?['"]`, 'g')

const EXPORTED_TYPE = /^export (?:declare )?(?:type|interface|enum) (\w+)(?=[ <=])/gm

const DOC_AND_DECLARATION = /\/\*\*((?:(?!\*\/)[^])*)\*\/\n([^]*?)(?=\n\n|$)/g

/**
 * @typedef {{ file: string, text: string }} SourceFile
 */

/**
 * @param {SourceFile[]} files
 * @param {Record<string, string[]>} [allowed] words by file
 * @returns {string[]} one line for each old word
 */
export function findOldWords(files, allowed = {}) {
  return files.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        [...line.replaceAll(VALUE, '').matchAll(OLD_WORD)]
          .filter(([word]) => !(allowed[file] ?? []).includes(word.toLowerCase()))
          .map(([word]) => `${file}:${at + 1}: "${word}" is not a term of the field (docs/glossary.md)`),
      ),
  )
}

/**
 * @param {SourceFile[]} files
 * @returns {string[]} one line for each name that two files export a type under
 */
export function findDuplicateTypes(files) {
  /** @type {Map<string, string[]>} */
  const byName = new Map()
  for (const { file, text } of files)
    for (const [, name = ''] of text.matchAll(EXPORTED_TYPE)) byName.set(name, [...(byName.get(name) ?? []), file])
  return [...byName]
    .filter(([, paths]) => new Set(paths).size > 1)
    .map(([name, paths]) => `${name} is an exported type of ${paths.join(' and ')}: give each shape its own name`)
}

/**
 * @param {SourceFile[]} files TypeScript
 * @returns {string[]} one line for each `@property` or `@param` that the declaration below does not have
 */
export function findStaleDocTags(files) {
  return files.flatMap(({ file, text }) =>
    [...text.matchAll(DOC_AND_DECLARATION)].flatMap(([, doc = '', declaration = '']) =>
      [...doc.matchAll(/@(?:property|param) ([\w$]+)/g)]
        .filter(([, name = '']) => !new Set(declaration.match(/[\w$]+/g)).has(name))
        .map(([tag]) => `${file}: the declaration below "${tag}" has no such name`),
    ),
  )
}
