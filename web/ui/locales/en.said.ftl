page-model-says = The model says
