import { z } from 'zod'

/** `{ data: <object> }` (interface specification, 2.1). */
export function one<T extends z.ZodType>(item: T) {
  return z.object({ data: item })
}

export const PageMeta = z
  .object({
    page: z.number().int().describe('Current page number.'),
    perPage: z.number().int().describe('Items per page.'),
    total: z.number().int().describe('Items across all pages, exact.'),
    totalPages: z.number().int().describe('Number of pages.'),
  })
  .meta({ id: 'PageMeta' })

/** `{ data: [<object> …], meta }` (2.1, 2.2). */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: PageMeta })
}
