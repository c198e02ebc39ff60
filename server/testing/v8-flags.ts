/**
 * V8 optimizes JavaScript 45 times and WebAssembly 100 times later than by default: a process of the tests calls most functions a few
 * times, and optimizing them took a fifth of its processor time. Later versions of Node do not know the first flag.
 */
export const V8_FLAGS = process.versions.node.startsWith('20.')
  ? ['--interrupt-budget=3000000', '--wasm-tiering-budget=180000000']
  : []
