import { register } from 'node:module'

/*
 * For `node --import`: lets a tool that needs the compiler's JavaScript API have TypeScript 5, beside the project's own
 * compiler, which has none.
 */
const hook = `export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
