// What everybody can use, in the other languages, on a phone.
import { PHONE } from './world.mjs';
import { everywhere } from './states.mjs';

everywhere({
  French: { ...PHONE, locale: 'fr-FR', colorScheme: 'dark' },
  Romanian: { ...PHONE, locale: 'ro-RO', colorScheme: 'dark' },
});
