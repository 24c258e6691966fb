export { render, h, Fragment, options, type ComponentChildren, type VNode } from 'preact';
export { useRef, useEffect, useLayoutEffect, useId, useState } from 'preact/hooks';
export { signal, computed, effect, batch, useSignal, useSignalEffect, type Signal, type ReadonlySignal } from '@preact/signals';
export { html } from 'htm/preact';
