import { type ClassValue, clsx } from 'clsx'

/** Joins class names. Does not resolve conflicts: which of two conflicting classes applies depends on the stylesheet's order. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
