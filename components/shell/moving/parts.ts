'use client'

/* What one needs to move about: fetched with the first sign of a person. */

export { shapeOf } from './shapes'
export { takePlace } from './whereabouts'
