const logFactorials = [0]

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1)
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next))
  return logFactorials[n] ?? 0
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k)
}

const TOLERANCE = 1e-7

/** Fisher's exact test, two-sided: p-value of the difference between `low` of `lowOf` and `other` of `otherOf`. */
export function fisherExact(counts: Record<'low' | 'lowOf' | 'other' | 'otherOf', number>): number {
  const { low, lowOf, other, otherOf } = counts
  const having = low + other
  const all = logChoose(lowOf + otherOf, having)
  const probability = (k: number) => Math.exp(logChoose(lowOf, k) + logChoose(otherOf, having - k) - all)
  const observed = probability(low)
  let p = 0
  for (let k = Math.max(0, having - otherOf); k <= Math.min(having, lowOf); k += 1) {
    const one = probability(k)
    if (one <= observed * (1 + TOLERANCE)) p += one
  }
  return Math.min(1, p)
}
