// What everybody can use, in the languages with the longest words, on a phone.
import { PHONE } from './world.mjs';
import { everywhere } from './states.mjs';

everywhere({
  German: { ...PHONE, locale: 'de-DE' },
  Spanish: { ...PHONE, locale: 'es-ES' },
});
