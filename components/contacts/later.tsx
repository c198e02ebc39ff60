'use client'

import { atFirstSign } from '../ui/at-first-sign'

/* What pages show at once, and what wakes with the first sign of a person. */

export const ContactForm = atFirstSign(() => import('./contact-form').then((module) => module.ContactForm))
