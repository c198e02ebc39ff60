export type FormError = { name: string; message: string }

/**
 * The messages of a form's errors with the names of their fields; those of a list in its order.
 * @param errors `formState.errors` of react-hook-form, nested like the values.
 */
export function listFormErrors(errors: object, path: readonly string[] = []): FormError[] {
  return Object.entries(errors).flatMap(([key, error]): FormError[] => {
    if (typeof error !== 'object' || error === null) return []
    const name = [...path, key]
    const { message } = error as { message?: unknown }
    if (typeof message === 'string') return [{ name: name.join('.'), message }]
    return listFormErrors(error, name)
  })
}
