import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. Two that say different things about the same property are a mistake: which one counts is for the
 * order of the style sheet, not for the order here.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
