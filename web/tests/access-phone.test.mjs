// What everybody can use, on a phone.
import { PHONE } from './world.mjs';
import { everywhere } from './states.mjs';

everywhere({
  'phone light': { ...PHONE, colorScheme: 'light' },
  'phone dark': { ...PHONE, colorScheme: 'dark' },
});
