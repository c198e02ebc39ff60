import { register } from 'node:module'

/*
 * For `node --import`: resolves `typescript` to TypeScript 5 for tools that need the compiler's JavaScript API, which the project's own
 * compiler lacks.
 */
const hook = `export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
