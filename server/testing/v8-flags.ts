/**
 * V8 optimizes JavaScript 45 times and WebAssembly 100 times later than by default: a test process calls most functions only a few times,
 * and optimizing them took a fifth of its CPU time. Newer versions of Node lack the first flag.
 */
export const V8_FLAGS = process.versions.node.startsWith('20.')
  ? ['--interrupt-budget=3000000', '--wasm-tiering-budget=180000000']
  : []
