page-model-says = Modelul spune
