#!/usr/bin/env python3
"""Rewrites params of rulec files to one line: NAME: VALUE (or OTHERS). Usage: params.py FILE.."""
import re, sys, yaml
WIDTH=120
todo=[]
def text_of(v):
    d={k.value:x for k,x in v.value}
    if not set(d)<= {'default','one of','min','max'} or 'default' not in d: return None
    value=d['default'].value
    out=value
    if 'one of' in d: out+=' (or '+', '.join(x.value for x in d['one of'].value if x.value!=value)+')'
    elif 'min' in d or 'max' in d: out+=' ('+(d['min'].value if 'min' in d else '')+'..'+(d['max'].value if 'max' in d else '')+')'
    return out
def found(root):
    out=[]
    def sect(n):
        for k,v in n.value:
            if k.value=='params' and isinstance(v,yaml.MappingNode):
                for kk,vv in v.value:
                    if isinstance(vv,yaml.MappingNode):
                        t=text_of(vv)
                        if t is not None: out.append((kk,vv,t,v.flow_style))
            elif k.value in('house','override') and isinstance(v,yaml.MappingNode): sect(v)
            elif k.value in('cases','common') and isinstance(v,yaml.MappingNode):
                for _,c in v.value:
                    if isinstance(c,yaml.MappingNode): sect(c)
    sect(root)
    return out
def convert(text,name):
    root=yaml.compose(text,Loader=yaml.SafeLoader)
    if not isinstance(root,yaml.MappingNode): return text
    for kk,vv,t,flow in sorted(found(root),key=lambda x:-x[0].start_mark.index):
        s,e=kk.start_mark.index,vv.end_mark.index
        if not vv.flow_style: e=vv.value[-1][1].end_mark.index
        body=text[s:e]
        if vv.flow_style:
            if flow and ',' in t: t='"'+t+'"'
            text=text[:vv.start_mark.index]+t+text[e:]; continue
        ls=text.rfind('\n',0,s)+1
        e=s+len(body.rstrip())
        # comments in the body
        lines=text[s:e].split('\n')
        remark=''
        m=re.match(r'^[\w]+:\s*(#:.*|#.*)?$',lines[0])
        if m and m.group(1): remark=m.group(1)
        extra=[l for l in lines[1:] if l.strip().startswith('#')]
        rest=text[e:].split('\n',1)[0]
        lead=text[ls:s]
        if extra: todo.append(f'{name}:{kk.start_mark.line+1}: comment inside')
        trailing=[re.search(r'\s(#.*)$',l).group(1) for l in lines[1:] if re.search(r'\s#',l) and not l.strip().startswith('#')]
        if rest.strip(): trailing.append(rest.strip())
        if trailing: todo.append(f'{name}:{kk.start_mark.line+1}: behind {trailing}')
        eol=text.find('\n',e); eol=len(text) if eol<0 else eol
        head=f'{lead}{kk.value}: {t}'
        if remark and len(head)+2+len(remark)<=WIDTH: new=head+'  '+remark
        elif remark.startswith('#:'):
            words=remark[2:].split(); out=[]; line=lead+'#:'
            for w in words:
                if len(line)+1+len(w)>WIDTH and line!=lead+'#:': out.append(line); line=lead+'#:'
                line+=' '+w
            out.append(line); new='\n'.join(out+[head])
        else: new=head+('  '+remark if remark else '')
        if extra: new='\n'.join(extra)+'\n'+new
        text=text[:ls]+new+text[eol:]
    # sentences above that fit behind now
    lines=text.split('\n'); out=[]; i=0
    inp=False
    while i<len(lines):
        l=lines[i]
        if re.match(r'^\S',l): inp=l.startswith('params:')
        if inp and re.match(r'^  #: ',l):
            j=i; words=[]
            while j<len(lines) and re.match(r'^  #: ',lines[j]): words.append(lines[j].strip()[2:].strip()); j+=1
            head=lines[j] if j<len(lines) else ''
            r='#: '+' '.join(words)
            if re.match(r'^  [a-z_0-9]+: [^#|>]+$',head) and len(head)+2+len(r)<=WIDTH:
                out.append(head+'  '+r); i=j+1; continue
            out.extend(lines[i:j]); i=j; continue
        out.append(l); i+=1
    return '\n'.join(out)
if __name__=='__main__':
    for n in sys.argv[1:]:
        old=open(n).read()
        try: new=convert(old,n)
        except yaml.YAMLError as e: print('unread',n); continue
        if new!=old: open(n,'w').write(new)
    print('\n'.join(todo))
