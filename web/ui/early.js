// Written by tools/ahead.mjs.
const l=(navigator.languages.find(x=>/^(en|de|es|fr|ro)/.test(x))||'en').slice(0,2),
n='pages/inbox state/sheet parts/card parts/docket parts/pick pages/picked-sets parts/keys parts/whose parts/row parts/runs state/back state/unread parts/warned sheet.css pages.css review.ftl said.ftl pages/todos state/todos state/drafts parts/find pages/quick-add pages/todo-editor pages/picked parts/fields pages/week pages/history parts/inspector pages/decisions pages/library library.ftl pages/rules commands.ftl pages/settings pages/models pages/folders pages/mcp-servers pages/export state/notice parts/model-store settings.ftl models.ftl pages/scrolled parts/review parts/same parts/steady state/attention parts/answer state/beside parts/model-line'.split(' '),
d=new Set(['ftl']);
for(const[r,f]of[[/^#\/inbox/,'000102030405060708090a0b0c0d0e0f0g'],
[/^#\/todos/,'0h0i0j0k0l0m0n040a0o010d0e0f'],
[/^#\/todos.*view=week/,'0p0i0m0a0j0o01'],
[/^#\/history/,'0q010a0k0r0s0c070d0e0f0g'],
[/^#\/library/,'0t0k0d0e0u'],
[/^#\/rules/,'0v0d0e0w'],
[/^#\/settings/,'0x0a0y0z10111201130d0e1415'],
[/^#\/[^d]/,'16'],
[/[?&]set=/,'17010a080318091906071a0b0c0d0f0g'],
[/[?&]s=/,'1b1c0c031d09010d0g']])if(r.test(location.hash))for(const i of f.match(/../g))d.add(n[parseInt(i,36)]);
for(const f of d){const k=document.createElement('link'),t=/ftl$/.test(f),c=/css$/.test(f);
k.rel=t||c?'preload':'modulepreload';
if(t)k.as='fetch',k.crossOrigin='';
if(c)k.as='style';
k.href=new URL(t?'locales/'+l+'.'+f:c?f:f+'.js',document.currentScript.src);
document.head.append(k)}
addEventListener('error',e=>{if(e.target.type!='module')return;
const p=document.createElement('p');p.role='alert';p.textContent={en:"Server not reachable.",de:"Server nicht erreichbar.",es:"No se alcanza el servidor.",fr:"Serveur injoignable.",ro:"Serverul nu răspunde."}[l];
document.getElementById('app').append(p);
setInterval(()=>fetch('/health').then(r=>r.ok&&location.reload(),()=>0),2e3)},true)
