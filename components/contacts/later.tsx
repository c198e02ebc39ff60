'use client'

import { atFirstSign } from '../ui/at-first-sign'
import { onceSelected } from '../ui/lists/once-selected'

export const ContactForm = atFirstSign(() => import('./contact-form').then((module) => module.ContactForm), 'form')

export const ContactBulk = onceSelected(() => import('./contact-bulk').then((module) => module.ContactBulk))
