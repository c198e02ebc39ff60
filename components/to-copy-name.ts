/** The name of a copy: "Visit (copy)". Leaves room for the suffix within 200 characters, without cutting a character in two. */
export function toCopyName(name: string, suffix: string): string {
  return `${name.slice(0, 180).replace(/\p{Surrogate}$/u, '')} ${suffix}`
}
