import dynamic from 'next/dynamic'

/* Loaded when their dialog opens. */

export const WidgetForm = dynamic(() => import('./widget-form').then((module) => module.WidgetForm))
