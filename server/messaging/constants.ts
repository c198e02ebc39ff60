/* Constants of message texts. No server dependencies: browsers load this file. */

/** Prefix of placeholders for contact properties: `{{property.<key>}}`. */
export const PROPERTY_PLACEHOLDER_PREFIX = 'property.'
/** In texts of surveys: an earlier answer by the id of its question, `{{answer.<id>}}`, and a hidden field, `{{field.<id>}}`. */
export const ANSWER_PLACEHOLDER_PREFIX = 'answer.'
export const FIELD_PLACEHOLDER_PREFIX = 'field.'
